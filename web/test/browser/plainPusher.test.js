import { expect, joined, logIn, rows, say, sees, test, textsOf } from './chat.js';
import { startPlainPusherServer } from './plainPusherServer.js';

/** @typedef {Awaited<ReturnType<typeof startPlainPusherServer>>} Server */

const plain = test.extend({
  /** A chat behind any server of the Pusher protocol. */
  chat: async ({}, use) => {
    const chat = await startPlainPusherServer();
    await use(chat);
    chat.close();
  },
  /** Opens a page there and logs in. */
  come: async ({ chat, newPage }, use) =>
    use(async (/** @type {string} */ name) => {
      const page = await newPage({ at: chat.url });
      await logIn(page, name);
      return page;
    }),
});

plain('with a plain Pusher server people talk, come and go, and read what they missed', async ({ chat, come }) => {
  const [ann, bob] = [await come('ann'), await come('bob')];
  await say(ann, 'hello one');
  await sees(bob, 'hello one');
  await expect(ann.locator('#people-list')).toContainText('bob');
  await chat.breakSockets();
  await expect(ann.locator('#chat')).toHaveAttribute('data-connection', 'lost');
  await say(bob, 'hello two');
  for (const page of [ann, bob]) {
    await joined(page);
    await expect(textsOf(page, 'hello')).toHaveText(['hello one', 'hello two']);
    await expect(page.locator('.row.outgoing')).toHaveCount(0);
  }
  expect(chat.clientEvents).toEqual([]);
  await bob.context().close();
  await expect(ann.locator('#people-list')).not.toContainText('bob');
});

plain(
  'a message whose POST broke is sent again until there is an answer, and is stored once',
  async ({ chat, come }) => {
    const ann = await come('ann');
    for (const where of /** @type {const} */ (['before', 'after'])) {
      chat.breakPosts(where);
      await say(ann, `broken ${where}`);
      await say(ann, `behind ${where}`);
      const times = () => chat.posts.filter((post) => post === `ann: broken ${where}`).length;
      await expect.poll(times).toBeGreaterThanOrEqual(where === 'before' ? 2 : 1);
      chat.breakPosts('');
      await sees(ann, `behind ${where}`);
      await expect(ann.locator('.row.outgoing')).toHaveCount(0);
    }
    const stored = chat.messages.map(({ text }) => text);
    expect(stored).toEqual(['broken before', 'behind before', 'broken after', 'behind after']);
  },
);

plain('a page whose browser belongs to somebody else by now posts nothing as theirs', async ({ chat, come }) => {
  const ann = await come('ann');
  chat.breakPosts('before');
  await say(ann, 'words of Ann');
  await expect.poll(() => chat.posts).toContain('ann: words of Ann');
  await ann.context().addCookies([{ name: 'name', value: 'jon', url: chat.url }]);
  chat.breakPosts('');
  await expect(ann.locator('#login')).toBeVisible();
  expect(chat.posts.filter((post) => post.startsWith('jon'))).toEqual([]);
  await expect(rows(ann, 'words of Ann')).toHaveCount(0);
});

plain('a chat with a join code asks for it beside the password, and a link may bring it', async ({ newPage }) => {
  const chat = await startPlainPusherServer('tafel7');
  const page = await newPage({ at: chat.url });
  await page.fill('#login-name', 'ina');
  await page.fill('#login-password', 'secret');
  await page.click('#login-submit');
  await expect(page.locator('#login-code-error')).toHaveText('Not the code.');
  await page.fill('#login-code', ' tafel7 ');
  await page.click('#login-submit');
  await joined(page);
  const invited = await newPage({ at: `${chat.url}/#join=tafel7` });
  await expect(invited.locator('#login-code')).toHaveValue('tafel7');
  chat.close();
});
