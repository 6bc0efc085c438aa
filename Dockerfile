# The bot in an image: `docker build -t kinarow .`, `docker run --env-file .env -v kinarow:/data kinarow`
# docs/hosting.md tells more.

FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/kinarow
ENV PATH=/opt/kinarow/bin:$PATH
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
RUN pip install --no-cache-dir ".[postgres,cluster]"

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home kinarow
COPY --from=build /opt/kinarow /opt/kinarow
ENV PATH=/opt/kinarow/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/var/cache/kinarow \
    DATABASE_URL=sqlite+aiosqlite:////data/kinarow.db \
    HTTP=127.0.0.1:8080
RUN install --directory --owner=kinarow /var/cache/kinarow
USER kinarow
WORKDIR /data
# Compiles the engine, so that a container is ready in a second or two. A machine with
# another processor compiles anew when it first starts, which takes half a minute.
RUN python -m bot compile
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["python", "-c", \
    "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/health', timeout=8)"]
# Python is process 1 and gets SIGTERM itself: it ends its moves, then itself.
CMD ["python", "-m", "bot", "run"]
