// Enters an activity of Discord's: asks its client who the person is, and the bot for a pass.
// `make activity` joins this with Discord's own library into static/activity.js.

import { DiscordSDK } from "@discord/embedded-app-sdk";

/** The milliseconds after which the client of Discord counts as silent: it may be asking the person. */
const SILENT_AFTER = 8_000;

/**
 * Wait for the client of Discord, as long as it takes.
 * @template T
 * @param {Promise<T>} answer
 * @param {(end: string) => void} tell what is told meanwhile, if that is long
 */
async function patiently(answer, tell) {
  const timer = setTimeout(tell, SILENT_AFTER, "silent");
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The pass of the person who opens the activity, or why there is none: a name of the page's words.
 * @param {(end: string) => void} tell
 * @returns {Promise<{pass?: string, end?: string}>}
 */
export async function enter(tell) {
  const known = await fetch("activity");
  if (!known.ok) return { end: known.status === 404 ? "setup" : "away" };
  const { client } = await known.json();
  const discord = new DiscordSDK(client);
  await patiently(discord.ready(), tell);
  let code = "";
  try {
    ({ code } = await patiently(discord.commands.authorize({
      client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"],
    }), tell));
  } catch (error) {
    console.warn("Discord has not authorised", error);
    return { end: "refused" };
  }
  const answer = await fetch("activity", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, instance: discord.instanceId }),
  });
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  return { end: "away" }; // a proxy's own answer
}
