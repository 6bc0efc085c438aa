// Enters an activity of Discord's: asks its client who the person is, and the bot for a pass.
// `make activity` joins this with Discord's own library into static/activity.js.

import { DiscordSDK } from "@discord/embedded-app-sdk";

/**
 * The pass of the person who opens the activity.
 * @returns {Promise<string>}
 */
export async function enter() {
  const { client } = await (await fetch("activity")).json();
  const discord = new DiscordSDK(client);
  await discord.ready();
  const { code } = await discord.commands.authorize({
    client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"],
  });
  const answer = await fetch("activity", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, instance: discord.instanceId }),
  });
  if (!answer.ok) throw new Error(`the activity was not entered: ${answer.status}`);
  return (await answer.json()).pass;
}
