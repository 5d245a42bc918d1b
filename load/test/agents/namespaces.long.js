import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentAddresses } from '../../src/agents/addresses.js';
import { Agents } from '../../src/agents/agents.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { tinyChat } from '../chat/tinyChat.js';

/**
 * Two load hosts that reach the server over a network of their own: a network namespace each, behind one bridge, and an
 * `ssh` that enters them. Only root may make them, and not in every container.
 */

const HOSTS = [1, 2].map((number) => `load-${process.pid}-${number}`);
// Names of interfaces have 15 characters at most.
const BRIDGE = `lb${process.pid}`;
const NETWORK = `10.213.${process.pid % 256}`;

const ip = (/** @type {string} */ words) => execFileSync('ip', words.split(' '), { stdio: ['ignore', 'pipe', 'pipe'] });

/** @returns {string | false} why there are none */
function made() {
  try {
    ip(`link add ${BRIDGE} type bridge`);
    ip(`addr add ${NETWORK}.1/24 dev ${BRIDGE}`);
    ip(`link set ${BRIDGE} up`);
    for (const [place, host] of HOSTS.entries()) {
      const cable = `${BRIDGE}v${place}`;
      ip(`netns add ${host}`);
      ip(`link add ${cable} type veth peer name eth0 netns ${host}`);
      ip(`link set ${cable} master ${BRIDGE} up`);
      ip(`-n ${host} addr add ${NETWORK}.${place + 2}/24 dev eth0`);
      ip(`-n ${host} link set eth0 up`);
    }
    return false;
  } catch (error) {
    return `no network namespaces here: ${/** @type {Error} */ (error).message.trim()}`;
  }
}

function unmake() {
  for (const words of [...HOSTS.map((host) => `netns del ${host}`), `link del ${BRIDGE}`]) {
    try {
      ip(words);
    } catch {
      // It was not made.
    }
  }
}

const skip = made();
process.once('exit', unmake);

describe('two load hosts in network namespaces', { skip }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ssh-'));
  const before = process.env.PATH;
  const script = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nexec ip netns exec "$2" sh -c "$3"\n';
  fs.writeFileSync(path.join(folder, 'ssh'), script, { mode: 0o755 });
  process.env.PATH = `${folder}:${before}`;
  after(() => {
    process.env.PATH = before;
    fs.rmSync(folder, { recursive: true });
  });
  /** @param {import('../../src/chat/loadClient.js').Target} target @param {number} seconds */
  const runOf = (target, seconds) =>
    runLoad({
      ...{ target, schedule: { rate: 50, seconds }, population: { users: 10 } },
      client: new Agents(agentAddresses(HOSTS.join(','))),
    });

  test('send and receive everything over their own network', async (t) => {
    const target = await tinyChat(t, { host: `${NETWORK}.1` });
    const { audit, agents = [] } = await runOf(target, 2);
    const { sent, acked, stored, expected, delivered, faults } = audit;
    assert.deepEqual([sent, acked, stored, expected, delivered, faults], [100, 100, 100, 1000, 1000, []]);
    assert.deepEqual(
      agents.map(({ name, joined }) => [name, joined]),
      HOSTS.map((host) => [host, 5]),
    );
  });

  test('a host that dies while it sends is named', async (t) => {
    const target = await tinyChat(t, { host: `${NETWORK}.1` });
    const failed = assert.rejects(runOf(target, 30), new RegExp(`${HOSTS[1]} ended \\(SIGKILL\\)`));
    const pids = () =>
      String(ip(`netns pids ${HOSTS[1]}`))
        .split('\n')
        .filter(Boolean)
        .map(Number);
    for (let tries = 0; pids().length === 0 && tries < 500; tries++) await sleep(20);
    await sleep(3000);
    for (const pid of pids()) process.kill(pid, 'SIGKILL');
    await failed;
  });
});
