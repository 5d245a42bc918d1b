import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';

/** @param {string} folder of this repository */
const packageJson = async (folder) =>
  JSON.parse(await readFile(new URL(`../../../../${folder}package.json`, import.meta.url), 'utf8'));

/** @param {string} from a file of who asks for it @param {string} name @returns its main file and its version */
async function installed(from, name) {
  const main = createRequire(from).resolve(name);
  const folder = main.slice(0, main.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
  return { main, version: JSON.parse(await readFile(`${folder}/package.json`, 'utf8')).version };
}

test('Socket.IO, Engine.IO and ws, whose private members are touched, are those that package.json pins', async () => {
  const { dependencies } = await packageJson('node-chat/');
  const { overrides } = await packageJson('');
  const io = await installed(import.meta.filename, 'socket.io');
  const engine = await installed(io.main, 'engine.io');
  const ws = await installed(engine.main, 'ws');
  const versions = [io, engine, ws].map(({ version }) => version);
  assert.deepEqual(versions, [dependencies['socket.io'], overrides['engine.io']['.'], overrides['engine.io'].ws]);
});
