import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { test } from 'node:test';
import { childrenOfAll } from '../../../load/src/machine/processTree.js';
import { liveApp } from '../../livePage/server/app.js';
import { Watch } from '../../livePage/server/watch.js';
import { startStubChat } from './stubChat.js';

// What never comes is a failure, on the slowest machine.
const PATIENCE = { timeout: 60_000 };

/** @typedef {import('node:test').TestContext} TestContext */

/** @param {TestContext} t @param {string} url of a chat that nobody has looked at yet */
function watchOf(t, url) {
  const watch = new Watch({ instance: 'nobody-has-this-name', addresses: { node: url } });
  t.after(() => watch.close());
  watch.minute.chats = /** @type {any} */ ([{ name: 'node', url }]);
  return watch;
}

/** @param {Watch} watch @param {number} times */
const wait = (watch, times) =>
  watch.press({ key: 'wait', where: 'loop', ms: 1, times, chats: ['node'] }, `Wait × ${times}`);

/** @param {Watch} watch @param {() => unknown} holds once more was seen */
async function comesTo(watch, holds) {
  while (!holds()) await once(watch, 'seen');
}

/** @returns {number[]} pids of the watchers that this process has started */
const watchers = () =>
  (childrenOfAll().get(process.pid) ?? []).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('watchMain.js');
    } catch {
      return false;
    }
  });

/** What the server says on its terminal. @param {TestContext} t @returns {string[]} */
function terminalOf(t) {
  /** @type {string[]} */
  const lines = [];
  t.mock.method(console, 'error', (/** @type {string} */ line) => lines.push(line));
  return lines;
}

test('lab calls are under way until they are answered, however many marks have come since', PATIENCE, async (t) => {
  const { url, hasCalls, answerAll } = await startStubChat(t);
  const watch = watchOf(t, url);
  wait(watch, 5);
  for (let mark = 0; mark < 60; mark++) watch.mark('a change');
  assert.equal(watch.underWay, 5);
  await hasCalls(5);
  answerAll();
  await comesTo(watch, () => watch.underWay === 0);
});

test('where the watcher ends its lab calls have failed, and another watches', PATIENCE, async (t) => {
  const lines = terminalOf(t);
  const lost = 'the watcher ended (SIGKILL)';
  const { url, hasCalls } = await startStubChat(t);
  const watch = watchOf(t, url);
  const before = watchers();
  const own = () => watchers().filter((pid) => !before.includes(pid));
  watch.begin();
  wait(watch, 3);
  await hasCalls(3);
  await comesTo(watch, () => watch.minute.looks.length > 0);
  const [pid] = own();
  process.kill(pid, 'SIGKILL');
  await comesTo(watch, () => watch.underWay === 0);
  const { asked, done, failed, error } = /** @type {any} */ (watch.minute.marks[0].chats).node;
  assert.deepEqual({ asked, done, failed, error }, { asked: 3, done: 0, failed: 3, error: lost });
  assert.deepEqual(lines, [`Nobody watches the chats: ${lost}`]);
  const { at } = /** @type {import('../../livePage/lastMinute.js').Look} */ (watch.minute.looks.at(-1));
  await comesTo(watch, () => /** @type {any} */ (watch.minute.looks.at(-1)).at > at);
  const others = own();
  assert.ok(others.length === 1 && others[0] !== pid, `${others} after ${pid}`);
});

test(
  'where no watcher can be started the server goes on, and says why a lab call was not made',
  PATIENCE,
  async (t) => {
    const lines = terminalOf(t);
    const watch = watchOf(t, 'http://127.0.0.1:9');
    const { execPath } = process;
    t.after(() => (process.execPath = execPath));
    process.execPath = '/nobody/has/this/node';
    watch.begin();
    wait(watch, 2);
    await comesTo(watch, () => watch.underWay === 0);
    assert.match(`${watch.minute.marks[0].chats?.node.error}`, /^spawn .* ENOENT$/);
    assert.match(lines.join(), /^Nobody watches the chats: spawn .* ENOENT$/);
  },
);

test('while no page is open nobody asks the chats, and lab calls are made to their end', PATIENCE, async (t) => {
  const { url, server, hasCalls, answerAll } = await startStubChat(t);
  const where = { instance: 'nobody-has-this-name', addresses: { node: url } };
  const app = await liveApp(where);
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const at = `http://127.0.0.1:${/** @type {any} */ (app.server.address()).port}`;
  /** @returns {Promise<{page: http.ClientRequest, told: (text: string) => Promise<void>}>} told: once it was */
  const open = async () => {
    const page = http.get(`${at}/api/events`);
    page.on('error', () => {});
    const [response] = await once(page, 'response');
    let all = '';
    response.on('error', () => {});
    response.on('data', (/** @type {Buffer} */ part) => (all += part));
    const told = async (/** @type {string} */ text) => {
      while (!all.includes(text)) await once(response, 'data');
    };
    return { page, told };
  };
  /** @returns {Promise<http.IncomingMessage>} the next that a probe asks */
  const probe = async () => {
    for (;;) {
      const [request] = await once(server, 'asked');
      if (request.url === '/empty') return request;
    }
  };

  const first = await open();
  const [{ socket }] = await Promise.all([probe(), first.told('"what":["wait"]')]);
  const press = { key: 'wait', where: 'loop', ms: 1, times: 1, chats: ['node'] };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${at}/api/press`, { method: 'POST', headers, body: JSON.stringify(press) });
  await hasCalls(1);
  first.page.destroy();
  // A probe keeps its connection while it asks.
  await once(socket, 'close');
  answerAll();

  const second = await open();
  await Promise.all([second.told('"done":1'), probe()]);
  second.page.destroy();
});
