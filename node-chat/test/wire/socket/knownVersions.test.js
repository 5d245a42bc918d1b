import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { installedVersions, KNOWN_VERSIONS, mayBeDirect } from '../../../src/wire/socket/knownVersions.js';

/** @param {Record<string, string>} [installed] */
function ask(installed, privateMembers = true) {
  const said = [];
  const direct = mayBeDirect({ privateMembers }, { warn: (...line) => said.push(line) }, installed);
  return { direct, said };
}

/** @param {string} folder */
const packageJson = async (folder) =>
  JSON.parse(await readFile(new URL(`${folder}package.json`, import.meta.url), 'utf8'));

test('what is installed is what the private members are known of, and package.json asks for no others', async () => {
  assert.deepEqual(installedVersions(), KNOWN_VERSIONS);
  assert.deepEqual(ask(), { direct: true, said: [] });
  const { dependencies } = await packageJson('../../../');
  const { overrides } = await packageJson('../../../../');
  const { '.': engine, ws } = overrides['engine.io'];
  assert.deepEqual({ 'socket.io': dependencies['socket.io'], 'engine.io': engine, ws }, KNOWN_VERSIONS);
});

test('with another version of one of them, or where it is asked for, the public API takes over, and the log says so', () => {
  for (const [installed, privateMembers, why] of [
    [{ ...KNOWN_VERSIONS, ws: '9.0.0' }, true, 'ws 9.0.0'],
    [KNOWN_VERSIONS, false, 'CHAT_PRIVATE_MEMBERS=off'],
  ]) {
    const { direct, said } = ask(installed, privateMembers);
    assert.equal(direct, false);
    assert.deepEqual(said, [[{ why: [why] }, 'sockets are told by the public API of Socket.IO, which is slower']]);
  }
});
