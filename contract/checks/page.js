import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus } from '../suite/expect.js';

/** @param {import('../suite/trial.js').Trial} t @returns {Promise<string[]>} the paths under /web/ that the page names */
async function filesOfPage(t) {
  const { text } = await t.call('/');
  return [...text.matchAll(/(?:src|href)="(\/web\/[^"#?]+)/g)].map(([, path]) => path);
}

export const checks = [
  check('GET / is the page, as HTML in UTF-8', async (t) => {
    const answer = await t.call('/');
    expectStatus(answer, 200);
    assert.match(String(answer.headers['content-type']), /^text\/html; charset=utf-8$/i);
    assert.match(answer.text, /<!doctype html>/i);
  }),

  check('the page comes with a Content-Security-Policy that allows no inline script or style', async (t) => {
    const policy = String((await t.call('/')).headers['content-security-policy'] ?? '');
    assert.match(policy, /(default|script)-src/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/);
  }),

  check('the page needs no inline script, style or handler, which its policy would stop', async (t) => {
    const { text } = await t.call('/');
    assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)[^>]*>\s*\S/i);
    assert.doesNotMatch(text, /<style/i);
    assert.doesNotMatch(text, /<[^>]+\s(on[a-z]+|style)=/i);
  }),

  check('every file the page names is there under /web/', async (t) => {
    const files = await filesOfPage(t);
    assert.ok(files.length > 0, 'the page names no file under /web/');
    for (const file of files) expectStatus(await t.call(file), 200);
  }),

  check('scripts and style sheets under /web/ come with their types', async (t) => {
    const files = await filesOfPage(t);
    const script = files.find((file) => file.endsWith('.js')) ?? '';
    const sheet = files.find((file) => file.endsWith('.css')) ?? '';
    assert.match(String((await t.call(script)).headers['content-type']), /^(text|application)\/javascript\b/);
    assert.match(String((await t.call(sheet)).headers['content-type']), /^text\/css\b/);
  }),

  check('a file that is not under /web/ is 404 not_found', async (t) => {
    expectError(await t.call('/web/no-such-file.js'), 'not_found');
  }),

  check('only files of the page are sent', async (t) => {
    const [file] = (await filesOfPage(t)).filter((path) => path.endsWith('.js'));
    const name = file.slice('/web/'.length);
    const others = ['package.json', 'README.md', 'index.html', 'test/chat.test.js', 'lib/pusher.min.d.ts'];
    for (const path of [...others, `${name}/`, 'lib']) {
      expectError(await t.call(`/web/${path}`), 'not_found');
    }
  }),

  check('no path under /web/ leads out of the folder', async (t) => {
    const paths = [
      '/web/../contract/contract.json',
      '/web/%2e%2e/contract/contract.json',
      '/web/..%2fcontract%2fcontract.json',
      '/web/..%5c..%5cetc/passwd',
      '/web//etc/passwd',
      '/web/%00',
    ];
    for (const path of paths) {
      const answer = await t.call(path);
      assert.ok([400, 404].includes(answer.status), `${path} answered ${answer.status}`);
      assert.doesNotMatch(answer.text, /loginMax|root:/);
    }
  }),

  check('the page and its files set no cookie', async (t) => {
    for (const path of ['/', ...(await filesOfPage(t)).slice(0, 2)]) {
      assert.deepEqual((await t.call(path)).cookies, [], path);
    }
  }),

  check('the page and its files are asked for again by If-None-Match', async (t) => {
    for (const path of ['/', ...(await filesOfPage(t)).slice(0, 1)]) {
      const { headers } = await t.call(path);
      expectStatus(await t.call(path, { headers: { 'if-none-match': String(headers.etag) } }), 304);
    }
  }),
];
