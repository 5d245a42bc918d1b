import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../contract/client.js';
import { wires } from '../../../contract/wires.js';
import { ids, kill, killServer, logIn, openBrowser, say, sees, texts, unusedName, until, url } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

const JOINED = '#chat[data-connection="joined"]';
const LOST = '#chat[data-connection="lost"]';
const needsKill = kill ? false : 'CHAT_KILL names no command that kills the server';

/**
 * A page whose socket passes through the test, which may swallow frames.
 * @param {(frame: string) => boolean} swallow of those that the page sends
 */
async function enterWatched(swallow) {
  /** @type {string[]} */
  const frames = [];
  const page = await browser.newPage({}, (opened) =>
    opened.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        frames.push(String(frame));
        if (!swallow(String(frame))) server.send(frame);
      });
    }),
  );
  await logIn(page, unusedName());
  return { page, frames };
}

test('a window too many says so, does not try again at once, and joins when there is room', async (t) => {
  const server = await createClient(url);
  if (!server.config.rateLimits) return t.skip('the limits of this server are off');
  const page = await browser.enter();
  await page.waitForSelector(JOINED);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const others = await Promise.all(
    Array.from({ length: server.config.limits.socketsPerUserMax - 1 }, () =>
      wires[server.config.wire].join(server, cookie),
    ),
  );
  t.after(() => others.forEach((other) => other.close()));
  const late = await page.context().newPage();
  let opened = 0;
  late.on('websocket', () => opened++);
  await late.goto(url);
  await until(async () => /too many windows/.test((await late.textContent('#banner-text')) ?? ''));
  await pause(3000);
  assert.ok(opened <= 2, `${opened} sockets were opened`);
  others[0].close();
  await late.click('#banner-retry');
  await late.waitForSelector(JOINED);
});

test('after the server was killed and came back nothing is lost or doubled', { skip: needsKill }, async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  const mark = unusedName('kill');
  const expected = [];
  for (let round = 0; round < 3; round++) {
    for (const [page, name] of /** @type {const} */ ([
      [ann, 'ann'],
      [bob, 'bob'],
    ])) {
      const text = `${mark} ${round} before ${name}`;
      await say(page, text);
      await sees(page, text);
      expected.push(text);
    }
    killServer();
    await Promise.all([ann, bob].map((page) => page.waitForSelector(LOST)));
    await say(ann, `${mark} ${round} meanwhile`);
    expected.push(`${mark} ${round} meanwhile`);
    await Promise.all([ann, bob].map((page) => page.waitForSelector(JOINED, { timeout: 60_000 })));
    await sees(bob, `${mark} ${round} meanwhile`);
    await sees(ann, `${mark} ${round} meanwhile`);
  }
  for (const page of [ann, bob]) {
    assert.deepEqual(
      (await texts(page)).filter((text) => text.startsWith(mark)),
      expected,
    );
    const all = await ids(page);
    all.forEach((id, index) => assert.equal(id, all[0] + index, 'ids without a hole'));
    await page.locator('.row.outgoing').waitFor({ state: 'detached' });
  }
});

test('a browser that goes offline says so at once, and catches up when it is online again', async () => {
  const ann = await browser.enter();
  const bob = await browser.enter();
  await ann.context().setOffline(true);
  await ann.waitForSelector(LOST, { timeout: 60_000 }); // before a heartbeat is missed
  const text = unusedName('away');
  await say(bob, text);
  await ann.context().setOffline(false);
  await ann.waitForSelector(JOINED);
  await sees(ann, text);
});

test('a message without an answer says so within seconds, and is sent again with the same clientId', async () => {
  const text = unusedName('again');
  let swallowed = 0;
  const { page, frames } = await enterWatched((frame) => frame.includes(text) && swallowed++ === 0);
  await say(page, text);
  await page.waitForSelector('.row.unconfirmed');
  assert.match(await page.innerText('.row.unconfirmed .trouble'), /^Not confirmed yet$/);
  await sees(page, text);
  await page.locator('.row.outgoing').waitFor({ state: 'detached' });
  const clientIds = frames
    .filter((frame) => frame.includes(text))
    .map((frame) => /"clientId\\?":\\?"([\w-]+)/.exec(frame)?.[1]);
  assert.equal(clientIds.length, 2);
  assert.ok(clientIds[0] && clientIds[0] === clientIds[1], clientIds.join());
});

test('a message that the server refuses says why, and can be removed', async () => {
  const page = await browser.enter();
  const text = `${unusedName('bell')} \u0007`;
  await say(page, text);
  await page.waitForSelector('.row.failed');
  assert.match(await page.innerText('.row.failed .trouble'), /^Not sent: .*control characters.*\s+Retry\s+Remove$/s);
  await page.click('.row.failed .remove');
  await page.locator('.row.outgoing').waitFor({ state: 'detached' });
  await page.reload();
  await page.waitForSelector(JOINED);
  assert.equal(await page.locator('.row.outgoing').count(), 0);
});

test('unsent text, unconfirmed and refused messages survive a reload; the unconfirmed one is sent once', async () => {
  const text = unusedName('survives');
  let reloaded = false;
  const { page } = await enterWatched((frame) => frame.includes(text) && !reloaded);
  await say(page, `${text} \u0007`);
  await say(page, text);
  await page.fill('#composer-text', 'half a sentence');
  await until(
    async () => (await page.locator('.row.unconfirmed', { hasText: text }).count()) === 2,
    'two messages without an answer',
  );
  reloaded = true;
  await page.reload();
  await page.waitForSelector(JOINED);
  assert.equal(await page.inputValue('#composer-text'), 'half a sentence');
  await sees(page, text);
  await page.waitForSelector('.row.failed');
  assert.equal(await page.locator('.row[data-id]', { hasText: text }).count(), 1);
  await page.reload();
  await page.waitForSelector('.row.failed');
  assert.equal(await page.locator('.row.failed .retry').count(), 1);
});

test('coming back to the page asks the store for what a silent socket did not bring', async () => {
  let deaf = false;
  const page = await browser.newPage({}, (opened) =>
    opened.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        if (!deaf) socket.send(frame);
      });
    }),
  );
  await logIn(page, unusedName('deaf'));
  await until(async () => !(await page.isVisible('#loading')), 'the history');
  deaf = true;
  const bob = await browser.enter();
  const text = unusedName('unheard');
  await say(bob, text);
  await sees(bob, text);
  await page.waitForTimeout(1500);
  assert.equal((await texts(page)).includes(text), false, 'the socket is deaf');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await sees(page, text);
});

test('a session that ends elsewhere leads back to the login, and what was typed is still there', async () => {
  const name = unusedName();
  const page = await browser.enter(name);
  await page.fill('#composer-text', 'half a sentence');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(url);
  await elsewhere.waitForSelector('#chat[data-connection="joined"]');
  await elsewhere.click('#leave');
  await page.waitForSelector('#login:not([hidden])');
  assert.match((await page.textContent('#login-note')) ?? '', /session has ended/i);
  await logIn(page, name);
  assert.equal(await page.inputValue('#composer-text'), 'half a sentence');
  await page.press('#composer-text', 'Enter');
  await sees(page, 'half a sentence');
});
