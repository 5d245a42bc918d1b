import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { kill, killServer, logIn, openBrowser, say, sees, texts, unusedName, until, url } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  if (kill) killServer('SIGCONT');
  await browser.leave();
});
after(() => browser.close());

/** @typedef {import('playwright-core').Page} Page */

const skip = kill ? false : 'CHAT_KILL names no command that kills the server';
const JOINED = '#chat[data-connection="joined"]';
const DISCARD = '.row.unknown .discard';
/** Longer than a page waits for one answer. */
const LONG_MS = 10_000;

/** @param {Page} page @returns {Promise<any[]>} the newest messages of the store */
const stored = (page) => page.evaluate(async () => (await (await fetch('/messages?limit=50')).json()).messages);

/**
 * Of a message without an answer the page says neither that it is sent, nor that it is not.
 * @param {Page} page
 * @param {string} text
 */
async function saysThatItDoesNotKnow(page, text) {
  assert.match(await page.locator('.row.outgoing', { hasText: text }).innerText(), /\nNot confirmed yet\s+Discard$/);
}

/** Ann writes to a server that hangs; Bob is there too. @param {string} text */
async function writeToHangingServer(text) {
  const name = unusedName('ann');
  const [ann, bob] = [await browser.enter(name), await browser.enter()];
  killServer('SIGSTOP');
  await say(ann, text);
  await ann.waitForSelector(DISCARD);
  return { ann, bob, name };
}

/**
 * The message came, and was deleted: neither those who were there see it, nor who comes later.
 * @param {Page[]} pages @param {string} name its author's
 * @param {string} text
 */
async function nobodySees(pages, name, text) {
  const [bob] = pages;
  await until(async () => (await stored(bob)).some(({ user, deleted }) => user.name === name && deleted), 'a deletion');
  for (const page of [...pages, await browser.enter()]) {
    await until(async () => !(await texts(page)).includes(text), `no "${text}" on the page`);
    await page.locator('.row.outgoing').waitFor({ state: 'detached' });
  }
  assert.equal(JSON.stringify(await stored(bob)).includes(text), false);
}

test('a message discarded while the server hangs is seen by nobody in the end', { skip }, async () => {
  const text = unusedName('discarded');
  const { ann, bob, name } = await writeToHangingServer(text);
  await saysThatItDoesNotKnow(ann, text);
  await pause(LONG_MS);
  await saysThatItDoesNotKnow(ann, text);
  await ann.click(DISCARD);
  await ann.locator('.row.outgoing').waitFor({ state: 'detached' });
  killServer('SIGCONT');
  await nobodySees([bob, ann], name, text);
});

test('a discarded message is remembered over a reload', { skip }, async () => {
  const text = unusedName('discarded');
  const { ann, bob, name } = await writeToHangingServer(text);
  await ann.click(DISCARD);
  const reloaded = ann.reload();
  await pause(1000);
  killServer('SIGCONT');
  await reloaded;
  await nobodySees([bob, ann], name, text);
});

test('a message written while the server hangs is stored once, when it was killed and is back', { skip }, async () => {
  const text = unusedName('restart');
  const { ann, bob } = await writeToHangingServer(text);
  await pause(LONG_MS);
  killServer();
  await sees(bob, text);
  await ann.locator('.row.outgoing').waitFor({ state: 'detached' });
  assert.equal((await stored(bob)).filter((message) => message.text === text).length, 1);
});

test('a reload while the server hangs loses nothing and doubles nothing', { skip }, async () => {
  const text = unusedName('reload');
  const { ann, bob } = await writeToHangingServer(text);
  const reloaded = ann.reload();
  await pause(1000);
  killServer('SIGCONT');
  await reloaded;
  await ann.waitForSelector(JOINED);
  await Promise.all([sees(ann, text), sees(bob, text)]);
  await ann.locator('.row.outgoing').waitFor({ state: 'detached' });
  assert.equal((await stored(bob)).filter((message) => message.text === text).length, 1);
});

test('of two tabs that keep the same message one discards it: nobody sees it in the end', { skip }, async () => {
  const text = unusedName('twice');
  const { ann, bob, name } = await writeToHangingServer(text);
  // A tab that was opened by another one begins with a copy of what that keeps.
  const opened = ann.waitForEvent('popup');
  await ann.evaluate((address) => void window.open(address), url);
  await pause(500);
  await ann.click(DISCARD);
  killServer('SIGCONT');
  const copy = await opened;
  await copy.waitForSelector(JOINED);
  await nobodySees([bob, ann, copy], name, text);
});

test('who logs in after somebody else in this browser sends nothing of theirs', async () => {
  const [ann, bob] = [unusedName('ann'), unusedName('bob')];
  const text = unusedName('mine');
  let swallowing = true;
  const page = await browser.newPage({}, (opened) =>
    opened.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        if (!swallowing || !String(frame).includes(text)) server.send(frame);
      });
    }),
  );
  await logIn(page, ann);
  await say(page, text);
  await page.waitForSelector(DISCARD);
  const other = await page.context().newPage();
  await other.goto(url);
  await other.click('#leave');
  await logIn(other, bob);
  await page.waitForSelector('#login:not([hidden])');
  swallowing = false;
  await logIn(page, bob);
  await pause(2000);
  assert.equal((await stored(page)).filter((message) => message.text === text).length, 0);
  await page.click('#leave');
  await logIn(page, ann);
  await sees(page, text);
  const authors = (await stored(page)).filter((message) => message.text === text).map(({ user }) => user.name);
  assert.deepEqual(authors, [ann]);
});
