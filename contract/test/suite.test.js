import assert from 'node:assert/strict';
import { test } from 'node:test';
import { padded } from '../drivers/bareSocket.js';
import { check } from '../suite/check.js';
import { contract, errors } from '../suite/contract.js';
import { expectDense, expectError, trimmedCharacters } from '../suite/expect.js';
import { Inbox } from '../suite/inbox.js';
import { closingLine } from '../suite/report.js';
import { sharedRestart } from '../suite/restart.js';
import { runCheck } from '../suite/runner.js';

test('one restart is for all that ask for one, once none of the others is still to ask', async () => {
  let restarts = 0;
  const fails = { is: false };
  const member = sharedRestart(async () => {
    restarts++;
    if (fails.is) throw new Error('did not come back');
  }, 4);
  const [one, two, three, impatient] = [member(), member(), member(), member()];
  const told = [];
  const ask = (who, name) => who.restart().then(() => told.push(name));
  const asked = [ask(one, 'one'), ask(two, 'two')];
  const left = ask(impatient, 'who waits no more');
  impatient.ended();
  await assert.rejects(left, /ended before the restart/);
  await new Promise(setImmediate);
  assert.deepEqual([restarts, told], [0, []], 'the third has yet to ask');
  three.ended();
  await Promise.all(asked);
  assert.deepEqual([restarts, told.sort()], [1, ['one', 'two']]);
  const again = ask(one, 'one');
  fails.is = true;
  two.ended();
  await assert.rejects(again, /did not come back/);
  one.ended();
  assert.equal(restarts, 2, 'nobody has asked');
});

test('a check that sticks before it asks for a restart does not take the time of those that wait for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const passMs = async (/** @type {number} */ ms) => {
    await new Promise(setImmediate);
    t.mock.timers.tick(ms);
    await new Promise(setImmediate);
  };
  const [restarted, done] = [Promise.withResolvers(), Promise.withResolvers()];
  const member = sharedRestart(() => restarted.promise, 3);
  const run = (/** @type {(trial: any) => Promise<void>} */ body) => {
    const { restart, ended } = member();
    const one = /** @type {any} */ ({ name: 'one', company: 'restart', run: body });
    return runCheck(/** @type {any} */ ({ config: {} }), one, restart, 500).finally(ended);
  };
  const never = new Promise(() => {});
  const waits = run((trial) => trial.restartServer().then(() => done.promise));
  const sticks = run(() => never);
  const sticksAfter = run((trial) => trial.restartServer().then(() => never));
  await passMs(500);
  assert.equal((await sticks).why, 'still running after 500 ms');
  await passMs(499);
  restarted.resolve(undefined);
  await passMs(499);
  done.resolve(undefined);
  assert.equal((await waits).outcome, 'passed');
  await passMs(1);
  assert.equal((await sticksAfter).why, 'still running, after the restart, after 500 ms');
});

test('a check whose time is up restarts nothing', async () => {
  let restarts = 0;
  const asked = Promise.withResolvers();
  const one = /** @type {any} */ ({
    company: 'restart',
    run: async (/** @type {any} */ trial) => {
      await asked.promise;
      await trial.restartServer();
    },
  });
  const { why } = await runCheck(/** @type {any} */ ({ config: {} }), one, async () => void restarts++, 20);
  assert.equal(why, 'still running after 20 ms');
  asked.resolve(undefined);
  await new Promise(setImmediate);
  assert.equal(restarts, 0);
});

test('a restart that never ends is ended', async () => {
  const one = /** @type {any} */ ({ company: 'restart', run: (/** @type {any} */ trial) => trial.restartServer() });
  const { outcome, why } = await runCheck(/** @type {any} */ ({ config: {} }), one, () => new Promise(() => {}), 20);
  assert.deepEqual([outcome, why], ['failed', 'still waiting for the restart after 40 ms']);
});

test('the trimmed characters of contract.json are those of String.prototype.trim', () => {
  const trimming = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (c) => c.trim() === '',
  );
  assert.deepEqual(trimmedCharacters, trimming);
});

test('every code the contract names has a status and a message', () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    assert.ok(status >= 400 && status < 600, code);
    assert.match(message, /\.$/, code);
  }
  assert.ok(contract.version >= 1);
});

const answer = (/** @type {any} */ error, status = 422) => {
  const json = { error };
  return /** @type {any} */ ({
    status,
    json,
    text: JSON.stringify(json),
    headers: { 'content-type': 'application/json' },
  });
};

test('an error is asked for by status, code, message and field, and nothing beside them', () => {
  const { message } = errors.empty_text;
  expectError(answer({ code: 'empty_text', message, field: 'text' }), 'empty_text', 'text');
  const wrong = [
    answer({ code: 'empty_text', message, field: 'text' }, 400),
    answer({ code: 'text_invalid', message, field: 'text' }),
    answer({ code: 'empty_text', message: 'Error', field: 'text' }),
    answer({ code: 'empty_text', message }),
    answer({ code: 'empty_text', message, field: 'text', trace: [] }),
  ];
  for (const each of wrong) assert.throws(() => expectError(each, 'empty_text', 'text'));
});

test('ids are dense only without a hole, a repeat or a wrong start', () => {
  const ids = (/** @type {number[]} */ ...list) => list.map((id) => ({ id }));
  expectDense(ids(4, 5, 6));
  expectDense(ids(4, 5), 4);
  for (const list of [ids(4, 6), ids(4, 4, 5), ids(5, 4)]) assert.throws(() => expectDense(list));
  assert.throws(() => expectDense(ids(4, 5), 3));
});

test('a padded packet has exactly the bytes asked for', () => {
  const encode = (/** @type {any} */ payload) => JSON.stringify(payload);
  assert.equal(Buffer.byteLength(padded(encode, { text: '€' }, 1000)), 1000);
  assert.equal(padded(encode, { text: 'a' }), '{"text":"a"}');
});

test('an inbox finds what has come and what will come', async () => {
  const inbox = new Inbox();
  inbox.put('presence', { count: 1 });
  assert.deepEqual(await inbox.next('presence'), { count: 1 });
  const later = inbox.next('presence', ({ count }) => count === 2);
  inbox.put('presence', { count: 2 });
  assert.deepEqual(await later, { count: 2 });
});

test('an inbox that waits in vain says what came instead', async () => {
  const inbox = new Inbox();
  inbox.put('welcome', {});
  await assert.rejects(
    inbox.next('messages', undefined, 20),
    /messages did not come within 20 ms; came: 1 events, the last welcome/,
  );
});

test('the closing line names what was skipped only where something was', () => {
  assert.equal(closingLine({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
  assert.equal(closingLine({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
});

test('a check that needs what the server of the sockets does not know is skipped, and says so', async () => {
  const needy = check('who writes is told', () => Promise.reject(new Error('it ran')), { needs: 'typing' });
  const on = (/** @type {any} */ config) => runCheck(/** @type {any} */ ({ config }), needy, undefined);
  const { outcome, why } = await on({ features: ['socketSend'] });
  assert.deepEqual([outcome, why], ['skipped', 'the server of the sockets knows no `typing`']);
  for (const config of [{ features: ['typing'] }, {}]) assert.equal((await on(config)).why, 'it ran');
});
