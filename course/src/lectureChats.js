import { UnexpectedAnswer } from '../../load/src/server/contractClient.js';
import { claim } from '../../load/src/server/claim.js';
import { findLayout } from './layout.js';

/**
 * @typedef {object} LectureChat
 * @property {string} title
 * @property {string} url of its HTTP
 * @property {string} loopUrl of its event loop: on Laravel another port
 * @property {(where: 'loop' | 'worker', what: string, body?: object) => Promise<any>} call makes a lab call
 * @property {() => Promise<{workers: number}>} pool
 *
 * @typedef {{node: LectureChat, laravel: LectureChat}} LectureChats
 */

/**
 * Finds the chats of `infra/up --lecture`.
 * @param {string} instance of infra/up @returns {Promise<LectureChats>}
 * @throws {Error} that names the command to start them
 */
export async function lectureChats(instance) {
  const layout = await findLayout(instance);
  const chatOf = async (/** @type {string} */ name) => {
    const chat = layout.find((one) => one.name === name && one.hasLab);
    const start = `infra/up --lecture --detach${instance === 'dev' ? '' : ` --instance ${instance}`}`;
    if (!chat) throw new Error(`The instance ${instance} has no ${name} with lab calls. Start it with: ${start}`);
    await claim(chat.url);
    return chatAt(chat);
  };
  return { node: await chatOf('node'), laravel: await chatOf('laravel') };
}

/** @param {import('./layout.js').ChatLayout} chat @returns {LectureChat} */
const chatAt = ({ title, url, loop }) => ({
  title,
  url,
  loopUrl: loop.url,
  call: (where, what, body = {}) => call(url, where, what, body),
  pool: () => ask(`${url}/lab`),
});

/**
 * Makes a lab call.
 * @param {string} url of a chat @param {'loop' | 'worker'} where @param {string} what @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} @throws {UnexpectedAnswer} with the code of the refusal
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
