import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProxy } from './proxy.js';
import { server, url, withoutLimits } from './server.js';

/**
 * Shows that the tests can fail: a proxy breaks one rule, and the named test must see it.
 * @typedef {import('./proxy.js').Hooks} Hooks @typedef {import('./proxy.js').Exchange} Exchange
 * @typedef {{does: string, fails: [string, string], skip?: string | false, hooks: () => Hooks}} Fault fails: a file,
 *   and how its test begins
 */

/** @param {(message: any) => any[]} change of each message that is told @returns {Hooks} */
const telling = (change) => ({
  toClient: (event) =>
    event.name === 'messages'
      ? [{ ...event, payload: { messages: event.payload.messages.flatMap(change) } }].filter(
          ({ payload }) => payload.messages.length,
        )
      : undefined,
});

/** @param {string} method @param {string} path @param {(exchange: Exchange) => void} change @returns {Hooks} */
const replying = (method, path, change) => ({
  reply: (exchange) => {
    if (exchange.is(method, path)) change(exchange);
  },
});

/** @param {string} method @param {string} path @param {(sent: any) => void} change @returns {Hooks} */
const asking = (method, path, change) => ({
  request: (exchange) => {
    if (exchange.is(method, path) && exchange.sent) change(exchange.sent);
  },
});

/**
 * One error is told in the place of another.
 * @param {string} code
 * @param {number} status
 * @param {string} other
 * @returns {Hooks}
 */
const confusing = (code, status, other) => ({
  reply: (exchange) => {
    if (exchange.json?.error?.code !== code) return;
    exchange.status = status;
    exchange.json.error.code = other;
  },
});

/** Every second one. */
function everySecond() {
  let count = 0;
  return () => ++count % 2 === 0;
}

/** @returns {Hooks} each second message is told after the one that follows it */
function overtaken() {
  return {
    toClient: (event, { own }) => {
      if (event.name !== 'messages') return undefined;
      const messages = [...event.payload.messages, ...(own.held ?? [])];
      own.held = !own.held && messages.length === 1 ? messages.splice(0) : undefined;
      return messages.length ? [{ ...event, payload: { messages } }] : [];
    },
  };
}

/** @returns {Hooks} what is sent again is told again */
function toldAgain() {
  /** @type {Map<string, () => void>} by clientId */
  const told = new Map();
  return {
    toClient: (event, link) => {
      if (event.name === 'messages')
        for (const message of event.payload.messages)
          told.set(message.clientId, () => link.tell({ ...event, payload: { messages: [message] } }));
    },
    reply: ({ is, status, json }) => {
      if (is('POST', '/messages') && status === 200) told.get(json.message.clientId)?.();
    },
  };
}

/** @returns {Hooks} a clientId that was sent before is sent as another */
function storedTwice() {
  const seen = new Set();
  return asking('POST', '/messages', (sent) => {
    if (seen.has(sent.clientId)) sent.clientId = `again-${seen.size}`;
    else seen.add(sent.clientId);
  });
}

const lacks = (/** @type {string} */ feature) => !server.has(feature) && `this server does not claim ${feature}`;

/** @type {Fault[]} */
const FAULTS = [
  {
    does: 'leaves a delivery out',
    fails: ['realtime/delivery', 'every receiver gets every message once'],
    hooks: () => telling(((skips) => (m) => (skips() ? [] : [m]))(everySecond())),
  },
  {
    does: 'makes a delivery twice',
    fails: ['realtime/delivery', 'every receiver gets every message once'],
    hooks: () => telling((m) => [m, m]),
  },
  {
    does: 'lets a delivery be overtaken',
    fails: ['realtime/delivery', 'every receiver gets every message once'],
    hooks: overtaken,
  },
  {
    does: 'changes a text on its way',
    fails: ['realtime/delivery', 'a posted message comes to everybody'],
    hooks: () => telling((m) => [{ ...m, text: `${m.text} ` }]),
  },
  {
    does: 'tells a repeated message again',
    fails: ['realtime/delivery', 'a repeated clientId is not told again'],
    hooks: toldAgain,
  },
  {
    does: 'acknowledges another id',
    skip: lacks('socketSend'),
    fails: ['realtime/sending', 'a message is acknowledged with what is stored'],
    hooks: () => ({
      toClient: (event) =>
        event.name === 'ack' && event.payload.ok
          ? [
              {
                ...event,
                payload: { ...event.payload, message: { ...event.payload.message, id: event.payload.message.id + 1 } },
              },
            ]
          : undefined,
    }),
  },
  {
    does: 'welcomes twice',
    skip: lacks('welcome'),
    fails: ['realtime/joining', 'welcome comes first and once'],
    hooks: () => ({ toClient: (event) => (event.name === 'welcome' ? [event, event] : undefined) }),
  },
  {
    does: 'leaves sockets open after a logout',
    fails: ['realtime/closing', 'a logout closes the sockets of its session'],
    hooks: () => ({
      lingers: true,
      toClient: (event) => (/^(packet|pusher:error)$/.test(event.name) ? [] : undefined),
    }),
  },
  {
    does: 'acknowledges what is not stored',
    fails: ['core/messages', 'a message is stored: 201'],
    hooks: () => replying('GET', '/messages', ({ json }) => void json.messages?.pop()),
  },
  {
    does: 'stores a repeated message twice',
    fails: ['core/messages', 'the same clientId again is 200'],
    hooks: storedTwice,
  },
  {
    does: 'skips a message of a page',
    fails: ['core/paging', 'page by page'],
    hooks: () => replying('GET', '/messages', ({ json }) => void json.messages?.splice(7, 1)),
  },
  {
    does: 'takes passwords without regard to case',
    fails: ['core/accounts', 'every byte of a password counts'],
    hooks: () => asking('POST', '/login', (sent) => (sent.password = sent.password?.toLowerCase?.() ?? sent.password)),
  },
  {
    does: 'lets scripts read the session',
    fails: ['core/sessions', 'the session is a cookie'],
    hooks: () =>
      replying(
        'POST',
        '/login',
        ({ headers }) =>
          void (headers['set-cookie'] = headers['set-cookie']?.map((line) => line.replace(/; *httponly/i, ''))),
      ),
  },
  {
    does: 'forgets a member of an answer',
    fails: ['core/sessions', 'GET /me tells whose session it is'],
    hooks: () => replying('GET', '/me', ({ json }) => void delete json.user?.name),
  },
  {
    does: 'lets pages of other sites ask',
    fails: ['core/requests', 'a page of another site'],
    hooks: () => confusing('origin_not_allowed', 401, 'not_logged_in'),
  },
  {
    does: 'gives an edited message no rev',
    skip: lacks('edit'),
    fails: ['features/edit', 'an edited message has its new text'],
    hooks: () => ({ reply: ({ method, json }) => void (method === 'PATCH' && delete json?.message?.rev) }),
  },
  {
    does: 'forgets what a message replies to',
    skip: lacks('reply'),
    fails: ['features/reply', 'a reply names an earlier message'],
    hooks: () => asking('POST', '/messages', (sent) => void delete sent.replyTo),
  },
  {
    does: 'does not find the newest message',
    skip: lacks('search'),
    fails: ['features/search', 'a message is found, whole'],
    hooks: () => ({ reply: ({ path, json }) => void (path.includes('text=') && json?.messages?.pop()) }),
  },
  {
    does: 'tells presence twice',
    skip: lacks('presence'),
    fails: ['features/presence', 'a user with three tabs is online once'],
    hooks: () => ({ toClient: (event) => (event.name === 'presence' ? [event, event] : undefined) }),
  },
  {
    does: 'refuses without Retry-After',
    skip: withoutLimits,
    fails: ['resilience/limits', 'more messages are too_many_messages'],
    hooks: () => ({ reply: ({ status, headers }) => void (status === 429 && delete headers['retry-after']) }),
  },
  {
    does: 'lets people guess on',
    skip: withoutLimits,
    fails: ['resilience/limits', 'after five wrong passwords'],
    hooks: () => confusing('too_many_attempts', 401, 'wrong_password'),
  },
];

const escaped = (/** @type {string} */ name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Runs tests through a proxy.
 * @param {Hooks} hooks @param {string[]} words for Node.js @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} TAP
 */
async function check(hooks, words, env = {}) {
  const proxy = await startProxy(url, hooks);
  // A test that runs within another says nothing by itself.
  const all = { ...process.env, NODE_TEST_CONTEXT: undefined, CHAT_URL: proxy.url, ...env };
  const command = ['--test-reporter=tap', '--test-force-exit', ...words];
  const report = await new Promise((resolve) =>
    execFile(process.execPath, command, { env: all }, (_error, out) => resolve(out)),
  );
  proxy.close();
  return report;
}

suite('every fault is seen', { concurrency: 4 }, () => {
  for (const { does, fails, skip, hooks } of FAULTS) {
    const [file, name] = fails;
    test(`a server that ${does} fails "${name} ..."`, { skip }, async () => {
      const words = [`--test-name-pattern=${escaped(name)}`, `${here}${file}.test.js`];
      const report = await check(hooks(), words, { CHAT_PATIENCE_MS: '5000' });
      const line = report.split('\n').find((one) => /^ *(not )?ok \d+ - /.test(one) && one.includes(name));
      assert.match(String(line), /^ *not ok /, report);
    });
  }
});

test('core and realtime pass through a proxy that breaks nothing', async () => {
  const hooks = { toClient: () => undefined, toServer: () => undefined, reply: () => undefined };
  const files = globSync(`${here}{core,realtime}/*.test.js`);
  const report = await check(hooks, [`${here}oneProcess.js`, '4', ...files]);
  assert.doesNotMatch(report, /^ *not ok /m);
  assert.match(report, /^# pass [1-9]\d+$/m);
});

test('a test file that cannot be read is a failure', async (t) => {
  const folder = mkdtempSync(`${tmpdir()}/contract-`);
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/broken.test.js`, 'throw new Error("broken")');
  const words = [`${here}check.js`, url, '--profile', relative(here, `${folder}/broken`)];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const asked = promisify(execFile)(process.execPath, words, { env });
  await assert.rejects(asked, ({ code, stdout }) => code === 1 && /^0 passed, 1 failed/m.test(stdout));
});
