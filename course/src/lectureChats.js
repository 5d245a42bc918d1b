import { UnexpectedAnswer } from '../../load/src/server/contractClient.js';
import { claim } from '../../load/src/server/claim.js';
import { findLayout } from './layout.js';

/** @typedef {Awaited<ReturnType<typeof lectureChats>>} LectureChats */

/**
 * Finds the chats of `infra/up --lecture`.
 * @param {string} instance one of infra/up @throws {Error} that names the command to start them
 */
export async function lectureChats(instance) {
  const layout = await findLayout(instance);
  const chatOf = async (/** @type {string} */ name) => {
    const chat = layout.find((one) => one.name === name && one.hasLab);
    const start = `infra/up --lecture --detach${instance === 'dev' ? '' : ` --instance ${instance}`}`;
    if (!chat) throw new Error(`The instance ${instance} has no ${name} with lab calls. Start it with: ${start}`);
    await claim(chat.url);
    return {
      ...chat,
      /** @param {'loop' | 'worker'} where @param {string} what @param {object} [body] */
      call: (where, what, body = {}) => call(chat.url, where, what, body),
      /** @returns {Promise<{workers: number}>} */
      pool: () => ask(`${chat.url}/lab`),
    };
  };
  return { node: await chatOf('node'), laravel: await chatOf('laravel') };
}

/**
 * Makes a lab call.
 * @param {string} url a chat's @param {'loop' | 'worker'} where @param {string} what @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} @throws {UnexpectedAnswer} with the refusal's code
 */
export function call(url, where, what, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return ask(`${url}/lab/${where}/${what}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** @param {string} url @param {RequestInit} [how] @returns {Promise<any>} @throws {UnexpectedAnswer} */
async function ask(url, how) {
  const response = await fetch(url, how);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new UnexpectedAnswer(url, response.status, answer?.error?.code ?? `http_${response.status}`);
  return answer;
}
