import { request } from 'node:http';

const entities = /** @type {Record<string, string>} */ ({ amp: '&', lt: '<', gt: '>' });
const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const plain = (/** @type {string} */ text) => text.replaceAll(/&(amp|lt|gt);/g, (_, name) => entities[name]);

/**
 * One XML-RPC call of a supervisor: supervisorctl does the same, and begins with a quarter second of Python.
 * @param {string} socketPath
 * @param {string} method such as `startProcess`
 * @param {string[]} words what it takes
 * @param {AbortSignal} [signal] ends it: a part that is stopped may take its minute, a state should not
 * @returns {Promise<string>} the answer's XML, also where that tells of a fault; rejects with what the connection met
 */
export function call(socketPath, method, words, signal) {
  const params = words.map((word) => `<param><value><string>${escaped(word)}</string></value></param>`).join('');
  const body = `<?xml version="1.0"?><methodCall><methodName>supervisor.${method}</methodName><params>${params}</params></methodCall>`;
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(body) };
    const asked = request({ socketPath, path: '/RPC2', method: 'POST', headers, agent: false, signal });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      try {
        resolve(Buffer.concat(await answer.toArray()).toString());
      } catch (error) {
        reject(error);
      }
    });
    asked.end(body);
  });
}

/**
 * State by program; the pid of those alone that run, since one that starts may be gone before it is used.
 * @param {string} xml what `getAllProcessInfo` answers
 * @returns {Record<string, {state: string, pid: number | null}>}
 */
export function statesOf(xml) {
  const structs = [...xml.matchAll(/<struct>(.*?)<\/struct>/gs)].map(([, members]) =>
    Object.fromEntries(
      [...members.matchAll(/<name>(\w+)<\/name>\s*<value>\s*<(?:string|int)>(.*?)<\//gs)].map(([, name, value]) => [
        name,
        plain(value),
      ]),
    ),
  );
  return Object.fromEntries(
    structs.flatMap(({ name, statename: state, pid }) =>
      name && state ? [[name, { state, pid: state === 'RUNNING' ? Number(pid) : null }]] : [],
    ),
  );
}
