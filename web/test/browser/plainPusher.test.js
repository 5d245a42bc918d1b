import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openBrowser, say, sees, texts, until } from './browser.js';
import { startPlainPusherServer } from './plainPusherServer.js';

/** @type {import('./browser.js').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startPlainPusherServer>>} */
let server;
before(async () => {
  server = await startPlainPusherServer();
  browser = await openBrowser(server.url);
});
afterEach(() => browser.leave());
after(async () => {
  await browser.close();
  server.close();
});

/** @param {import('playwright-core').Page} page */
const online = (page) => page.$$eval('.person-name', (names) => names.map((name) => name.textContent ?? ''));

test('with a plain Pusher server people talk over POST /messages', async () => {
  const ann = await browser.enter('plain-ann');
  const bob = await browser.enter('plain-bob');
  await say(ann, 'hello plain world');
  await sees(bob, 'hello plain world');
  await say(bob, 'hello back');
  await sees(ann, 'hello back');
  for (const page of [ann, bob]) {
    assert.deepEqual(await texts(page), ['hello plain world', 'hello back']);
    await page.locator('.row.outgoing').waitFor({ state: 'detached' });
  }
  assert.deepEqual(server.clientEvents, []);
});

test('with a plain Pusher server the list follows member_added and member_removed', async () => {
  const ann = await browser.enter('plain-cleo');
  const bob = await browser.enter('plain-dan');
  await until(async () => (await online(ann)).includes('plain-dan'), 'Dan in the list');
  await bob.context().close();
  await until(async () => !(await online(ann)).includes('plain-dan'), 'Dan gone');
});

test('with a plain Pusher server a broken socket is opened again and what was missed is read', async () => {
  const ann = await browser.enter('plain-eva');
  const bob = await browser.enter('plain-fay');
  for (let round = 0; round < 3; round++) {
    await server.breakSockets();
    await ann.waitForSelector('#chat[data-connection="lost"]');
    await say(bob, `meanwhile ${round}`);
    await ann.waitForSelector('#chat[data-connection="joined"]');
    await sees(ann, `meanwhile ${round}`);
  }
  assert.equal((await texts(ann)).filter((text) => text.startsWith('meanwhile')).length, 3);
});

test('a message whose POST broke is sent again until there is an answer, and is stored once', async () => {
  const ann = await browser.enter('plain-hal');
  for (const where of /** @type {const} */ (['before', 'after'])) {
    server.breakPosts(where);
    await say(ann, `broken ${where}`);
    await say(ann, `behind ${where}`);
    const times = () => server.posts.filter((post) => post === `plain-hal: broken ${where}`).length;
    await until(() => times() >= (where === 'before' ? 2 : 1), 'attempts');
    server.breakPosts('');
    await sees(ann, `behind ${where}`);
    await ann.locator('.row.outgoing').first().waitFor({ state: 'detached' });
  }
  const said = server.messages.filter(({ user }) => user.name === 'plain-hal').map(({ text }) => text);
  assert.deepEqual(said, ['broken before', 'behind before', 'broken after', 'behind after']);
});

test('a page whose browser belongs to somebody else by now posts nothing as theirs', async () => {
  const ann = await browser.enter('plain-ivy');
  server.breakPosts('before');
  await say(ann, 'words of Ivy');
  await until(() => server.posts.includes('plain-ivy: words of Ivy'), 'an attempt');
  await ann.context().addCookies([{ name: 'name', value: 'plain-jon', url: server.url }]);
  server.breakPosts('');
  await ann.waitForSelector('#login:not([hidden])');
  assert.deepEqual(
    server.posts.filter((post) => post.startsWith('plain-jon')),
    [],
  );
});

test('a chat with a join code asks for it beside the password, and a link may bring it', async (t) => {
  const classroom = await startPlainPusherServer('tafel7');
  t.after(() => classroom.close());
  const page = await browser.newPage();
  assert.equal(await page.isVisible('#login-code'), false, 'a chat without a code does not ask for one');
  await page.goto(classroom.url);
  await page.fill('#login-name', 'plain-ina');
  await page.fill('#login-password', 'secret');
  await page.click('#login-submit');
  await until(
    async () => (await page.textContent('#login-code-error')) === 'Not the code.',
    'an error next to the code',
  );
  await page.fill('#login-code', ' tafel7 ');
  await page.click('#login-submit');
  await page.waitForSelector('#chat[data-connection="joined"]');

  const invited = await browser.newPage();
  await invited.goto(`${classroom.url}/#join=tafel7`);
  // The page asks for /config first.
  await until(async () => (await invited.inputValue('#login-code')) === 'tafel7', 'the code that the link brings');
});
