import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { acknowledgingFalsely, ALL, altering, doubling, dropping, losing, swapping } from './harness/faults.js';
import { startProxy } from './harness/proxy.js';
import { url, without, withoutLimits } from './harness/underTest.js';

// Shows that the tests can fail: a proxy breaks one rule, and the named test must fail. These are its further hooks.

const changingAnswer = (method, path, change) => ({
  reply: (exchange) => {
    if (exchange.is(method, path)) change(exchange);
  },
});

const changingRequest = (method, path, change) => ({
  request: (exchange) => {
    if (exchange.is(method, path) && exchange.sent) change(exchange.sent);
  },
});

const swappingErrors = (code, status, other) => ({
  reply: (exchange) => {
    if (exchange.json?.error?.code !== code) return;
    exchange.status = status;
    exchange.json.error.code = other;
  },
});

/** Holds messages back until one of them is deleted, and delivers the deletion first. */
function deliveringAfterDeletion() {
  return {
    toClient(event, { own }) {
      own.held ??= [];
      if (event.name === 'messages') return own.held.push(event) && [];
      if (event.name !== 'changed' || !event.payload.messages.some(({ deleted }) => deleted)) return undefined;
      return [event, ...own.held.splice(0)];
    },
  };
}

/** Replaces a repeated clientId by a new one. */
function renewingClientIds() {
  const seen = new Set();
  return changingRequest('POST', '/messages', (sent) => {
    if (seen.has(sent.clientId)) sent.clientId = `again-${seen.size}`;
    else seen.add(sent.clientId);
  });
}

const sendingTwice = (name) => ({ toClient: (event) => (event.name === name ? [event, event] : undefined) });

function removeHttpOnly({ headers }) {
  headers['set-cookie'] = headers['set-cookie']?.map((line) => line.replace(/; *httponly/i, ''));
}

/** Refuses ten messages that the server has stored. */
function refusingStored() {
  let refused = 0;
  return changingAnswer('POST', '/messages', (exchange) => {
    if (exchange.sent.text !== 'flood' || ++refused > 10) return;
    const error = { code: 'too_many_messages', message: 'refused, and yet stored' };
    exchange.headers['retry-after'] = '1';
    Object.assign(exchange, { status: 429, json: { error } });
  });
}

/** Faults of a server that a test must see, by file and by the beginning of the test's name. */
const FAULTS = {
  'core/accounts': {
    'every byte of a password counts': {
      'takes passwords without regard to case': () =>
        changingRequest('POST', '/login', (sent) => (sent.password = sent.password?.toLowerCase?.() ?? sent.password)),
    },
  },
  'core/messages': {
    'a message is stored: 201': {
      'acknowledges a message that is not stored': () => losing(),
    },
    'the same clientId again answers 200': { 'stores a repeated message twice': renewingClientIds },
  },
  'core/paging': {
    'page by page': {
      'leaves a message out of a page': () =>
        changingAnswer('GET', '/messages', ({ json }) => void json.messages?.splice(7, 1)),
    },
  },
  'core/sessions': {
    'the session is a cookie': {
      'lets scripts read the session': () => changingAnswer('POST', '/login', removeHttpOnly),
    },
    'GET /me names the session’s user': {
      'leaves a member out of an answer': () => changingAnswer('GET', '/me', ({ json }) => void delete json.user?.name),
    },
  },
  'core/requests': {
    'a page of another site': {
      'accepts requests from pages of other sites': () => swappingErrors('origin_not_allowed', 401, 'not_logged_in'),
    },
  },
  'realtime/delivery': {
    'every receiver gets every message once': {
      'leaves a delivery out': () => dropping({ ...ALL, isChosen: ({ id }) => id % 2 === 1 }),
      'makes a delivery twice': () => doubling(),
      'delivers messages in the wrong order': () => swapping(),
      'changes a text in delivery': () => altering(),
    },
  },
  'realtime/sending': {
    'the acknowledgement holds the stored message': { 'acknowledges another id': () => acknowledgingFalsely() },
  },
  'realtime/joining': { 'welcome comes first and once': { 'welcomes twice': () => sendingTwice('welcome') } },
  'realtime/closing': {
    'a logout closes the sockets of its session': {
      'leaves sockets open after a logout': () => ({
        lingers: true,
        toClient: (event) => (/^(packet|pusher:error)$/.test(event.name) ? [] : undefined),
      }),
    },
  },
  'features/edit': {
    'an edited message has its new text': {
      'gives an edited message no rev': () => ({
        reply: ({ method, json }) => void (method === 'PATCH' && delete json?.message?.rev),
      }),
    },
    'every client gets each change': { 'delivers a message after its changes': deliveringAfterDeletion },
  },
  'features/reply': {
    'a reply names an earlier message': {
      'forgets what a message replies to': () =>
        changingRequest('POST', '/messages', (sent) => void delete sent.replyTo),
    },
  },
  'features/search': {
    'a message is found, whole': {
      'does not find the newest message': () => ({
        reply: ({ path, json }) => void (path.includes('text=') && json?.messages?.pop()),
      }),
    },
  },
  'features/presence': {
    'a user with three tabs is online once': { 'sends presence events twice': () => sendingTwice('presence') },
  },
  'resilience/limits': {
    'more messages are too_many_messages': {
      'refuses without Retry-After': () => ({
        reply: ({ status, headers }) => void (status === 429 && delete headers['retry-after']),
      }),
      'stores what it refuses': refusingStored,
    },
    'after five wrong passwords': {
      'allows more guesses': () => swappingErrors('too_many_attempts', 401, 'wrong_password'),
    },
  },
};

/** Reasons to skip the tests of a file; skipped tests see no fault. */
const SKIPPED = {
  'realtime/sending': without('socketSend'),
  'realtime/joining': without('welcome'),
  'features/edit': without('edit') || without('welcome'),
  'resilience/limits': withoutLimits,
};
const skipOf = (file) =>
  SKIPPED[file] ?? (file.startsWith('features/') ? without(file.slice('features/'.length)) : undefined);

const escaped = (name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Runs Node.js with these arguments against a proxy, and returns the TAP report. */
async function check(hooks, args, env = {}) {
  const proxy = await startProxy(url, hooks);
  // Without NODE_TEST_CONTEXT the inner run writes its own report.
  const all = { ...process.env, NODE_TEST_CONTEXT: undefined, CHAT_URL: proxy.url, ...env };
  const command = ['--test-reporter=tap', '--test-force-exit', ...args];
  const report = await new Promise((resolve) =>
    execFile(process.execPath, command, { env: all }, (_error, out) => resolve(out)),
  );
  proxy.close();
  return report;
}

suite('every fault is seen', { concurrency: 4 }, () => {
  for (const [file, tests] of Object.entries(FAULTS))
    for (const [name, faults] of Object.entries(tests))
      for (const [does, hooks] of Object.entries(faults))
        test(`a server that ${does} fails "${name} ..."`, { skip: skipOf(file) }, async () => {
          const args = [`--test-name-pattern=${escaped(name)}`, `${folder}${file}.test.js`];
          const report = await check(hooks(), args, { CHAT_PATIENCE_MS: '5000' });
          const line = report.split('\n').find((one) => /^ *(not )?ok \d+ - /.test(one) && one.includes(name));
          assert.match(String(line), /^ *not ok /, report);
        });
});

test('core and realtime pass through a proxy that breaks nothing', async () => {
  const hooks = { toClient: () => undefined, reply: () => undefined };
  const files = globSync(`${folder}{core,realtime}/*.test.js`);
  const report = await check(hooks, [`${folder}harness/runFiles.js`, '4', ...files]);
  assert.doesNotMatch(report, /^ *not ok /m);
  assert.match(report, /^# pass [1-9]\d+$/m);
});

test('a test file that cannot be read is a failure', async (t) => {
  const other = mkdtempSync(`${tmpdir()}/contract-`);
  t.after(() => rmSync(other, { recursive: true }));
  writeFileSync(`${other}/broken.test.js`, 'throw new Error("broken")');
  const args = [`${folder}check.js`, url, '--profile', relative(folder, `${other}/broken`)];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const checked = promisify(execFile)(process.execPath, args, { env });
  await assert.rejects(checked, ({ code, stdout }) => code === 1 && /^0 passed, 1 failed/m.test(stdout));
});
