import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { call, expectError, without } from '../harness/underTest.js';

/** Finds the addresses under /web/ in the page. */
const filesOfPage = async () =>
  [...(await call('GET', '/')).text.matchAll(/(?:src|href)="(\/web\/[^"#?]+)/g)].map(([, path]) => path);

suite('the page', { skip: without('page') }, () => {
  test('the page is HTML, and its Content-Security-Policy allows no inline scripts and styles', async () => {
    const { text, headers } = await call('GET', '/');
    assert.match(text, /<!doctype html>/i);
    const policy = String(headers.get('content-security-policy'));
    assert.match(policy, /(default|script)-src/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/);
    assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)[^>]*>\s*\S|<style|<[^>]+\s(on[a-z]+|style)=/i);
  });

  test('the page’s files have their types and set no cookie', async () => {
    const files = await filesOfPage();
    assert.ok(files.length > 0);
    const types = { js: /^(text|application)\/javascript\b/, css: /^text\/css\b/ };
    for (const file of files) {
      const { status, headers } = await call('GET', file);
      assert.equal(status, 200, file);
      assert.match(String(headers.get('content-type')), types[file.split('.').at(-1) ?? ''] ?? /./, file);
      assert.deepEqual(headers.getSetCookie(), [], file);
    }
  });

  test('the page’s files answer 405 to other methods than GET and HEAD', async () => {
    const [file] = await filesOfPage();
    for (const method of ['POST', 'DELETE']) {
      const answer = await call(method, file);
      expectError(answer, 'method_not_allowed');
      assert.match(String(answer.headers.get('allow')), /\bGET\b/);
    }
  });

  test('no address under /web/ leads out of the folder', async () => {
    expectError(await call('GET', '/web/no-such-file.js'), 'not_found');
    for (const path of [
      '/web/%2e%2e/contract/contract.json',
      '/web/..%2fcontract%2fcontract.json',
      '/web/package.json',
    ]) {
      const { status, text } = await call('GET', path);
      assert.ok([400, 404].includes(status), `${path} answered ${status}`);
      assert.doesNotMatch(text, /loginMax|"name"/);
    }
  });
});
