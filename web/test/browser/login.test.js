import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { logIn, openBrowser, say, sees, unusedName, until, url } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

/** @param {import('playwright-core').Page} page @param {string} field */
const errorOf = (page, field) => page.textContent(`#login-${field}-error`);

test('an unknown login is told to be new, and a second press registers it and enters the chat', async () => {
  const page = await browser.newPage();
  const name = unusedName();
  await page.fill('#login-name', `${name}-mistyped`);
  await page.fill('#login-password', 'secret');
  assert.equal(await page.getAttribute('#login-password', 'type'), 'password');
  await page.click('#login-reveal');
  assert.equal(await page.getAttribute('#login-password', 'type'), 'text', 'the password can be seen');
  await page.press('#login-password', 'Enter');
  await until(
    async () => (await page.textContent('#login-registering')) === `New here: this registers ${name}-mistyped.`,
    'what is about to happen',
  );
  await page.fill('#login-name', name);
  assert.equal(await page.textContent('#login-registering'), '', 'another name, another question');
  await logIn(page, name);
  const elsewhere = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: `${name}-mistyped`, password: 'secret', register: false }),
  });
  assert.equal(elsewhere.status, 404, 'the mistyped name was not registered');
  assert.equal(await page.isVisible('#login'), false);
  assert.equal(await page.textContent('#whoami'), name);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'composer-text');
});

test('a wrong password is told next to the password, and does not enter', async () => {
  const name = unusedName();
  await browser.enter(name);
  const page = await browser.newPage();
  await page.fill('#login-name', name);
  await page.fill('#login-password', 'guessed');
  await page.click('#login-submit');
  await until(
    async () => /does not match/.test((await errorOf(page, 'password')) ?? ''),
    'an error next to the password',
  );
  assert.equal(await page.getAttribute('#login-password', 'aria-invalid'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'login-password');
  assert.equal(await page.isVisible('#chat'), false);
  await logIn(page, name);
});

test('the button at the bottom right leaves the chat', async () => {
  const page = await browser.enter();
  const box = await page.locator('#leave').boundingBox();
  assert.ok(box && box.x > 1280 * 0.8 && box.y > 800 * 0.85, JSON.stringify(box));
  await page.click('#leave');
  await page.waitForSelector('#login:not([hidden])');
  assert.equal(await page.evaluate(async () => (await fetch('/me')).status), 401);
  await page.reload();
  await page.waitForSelector('#login:not([hidden])');
});

test('what one user typed is not shown to the next user of the same tab', async () => {
  const page = await browser.enter();
  await page.fill('#composer-text', 'a secret draft');
  await page.click('#leave');
  await page.waitForSelector('#login:not([hidden])');
  await logIn(page, unusedName());
  assert.equal(await page.inputValue('#composer-text'), '');
  await say(page, 'clean');
  await sees(page, 'clean');
});
