# The bot in an image: `docker build -t kinarow .`, `docker run --env-file .env -v kinarow:/data kinarow`
# docs/hosting.md tells more.

# What boards inside Discord need (docs/boards.md). Node is not in the image.
FROM node:22 AS activity
WORKDIR /src
COPY Makefile ./
COPY bot/web bot/web
RUN make activity

FROM python:3.13-slim AS build
WORKDIR /src
ENV UV_PROJECT_ENVIRONMENT=/opt/kinarow \
    UV_PYTHON_DOWNLOADS=never \
    UV_COMPILE_BYTECODE=1 \
    UV_NO_CACHE=1
RUN pip install --no-cache-dir 'uv>=0.8'
# The versions of uv.lock, first without Kinarow: this layer stays as long as they do.
COPY pyproject.toml uv.lock ./
RUN uv sync --locked --no-install-project --extra postgres --extra cluster
COPY setup.py README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY --from=activity /src/bot/web/static/activity.js bot/web/static/
# What `kinarow --version` adds: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT
RUN KINAROW_COMMIT=$COMMIT uv sync --locked --no-editable --extra postgres --extra cluster

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
    "import os; from urllib.request import urlopen; \
    port = (os.environ.get('HTTP') or ':8080').rpartition(':')[2]; \
    urlopen(f'http://127.0.0.1:{port}/health', timeout=8)"]
# Kinarow is process 1 and gets SIGTERM itself: it ends its moves, then itself. A blank HTTP= in
# a file of settings would take the health check away.
CMD ["sh", "-c", "HTTP=${HTTP:-127.0.0.1:8080} exec kinarow run"]
