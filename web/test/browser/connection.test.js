import { expect, ids, joined, kill, killServer, logIn, say, sees, test, textsOf, unused } from './chat.js';

/** @typedef {import('./chat.js').Page} Page */

/** @param {Page} page */
const lost = (page) => expect(page.locator('#chat')).toHaveAttribute('data-connection', 'lost');

/**
 * The page's socket passes through the test.
 * @param {(frame: string) => boolean} drops of the frames that the page sends
 * @returns {(page: Page) => Promise<void>}
 */
const behind = (drops) => (page) =>
  page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => void (drops(String(frame)) || server.send(frame)));
  });

test('a window too many says so, and joins when there is room', async ({ server, newPage }) => {
  test.skip(!server.config.rateLimits, 'the limits of this server are off');
  const person = await server.person();
  const others = await Promise.all(Array.from({ length: server.config.limits.socketsPerUserMax }, () => person.join()));
  const late = await newPage({ cookie: person.cookie });
  await expect(late.locator('#banner-text')).toContainText('too many windows');
  others[0].close();
  await late.click('#banner-retry');
  await joined(late);
  for (const other of others) other.close();
});

test(
  'after the server was killed and came back nothing is lost or doubled',
  { tag: '@wire' },
  async ({ ann, enter }) => {
    const bob = await enter();
    test.skip(!kill, 'CHAT_KILL names no command that kills the server');
    const mark = unused();
    const expected = [`${mark} by Ann`, `${mark} by Bob`, `${mark} meanwhile`];
    await say(ann, expected[0]);
    await sees(bob, expected[0]);
    await say(bob, expected[1]);
    await sees(ann, expected[1]);
    killServer();
    await Promise.all([lost(ann), lost(bob)]);
    await say(ann, expected[2]);
    for (const page of [ann, bob]) {
      await joined(page);
      await expect(textsOf(page, mark)).toHaveText(expected);
      const all = await ids(page);
      expect(all).toEqual(all.map((_, index) => all[0] + index));
    }
    await expect(ann.locator('.row.outgoing')).toHaveCount(0);
  },
);

test(
  'a browser that goes offline says so at once, and catches up when it is online again',
  { tag: '@wire' },
  async ({ ann, bob }) => {
    await ann.context().setOffline(true);
    await expect(ann.locator('#banner-text')).toContainText('You are offline');
    const text = unused();
    await bob.say(text);
    await ann.context().setOffline(false);
    await joined(ann);
    await sees(ann, text);
    await expect(ann.locator('#banner')).toBeHidden();
  },
);

test(
  'a message without an answer says so, and is sent again with the same clientId',
  { tag: '@wire' },
  async ({ enter }) => {
    const text = unused();
    /** @type {string[]} */
    const sent = [];
    const ann = await enter(
      {},
      behind((frame) => frame.includes(text) && sent.push(frame) === 1),
    );
    await say(ann, text);
    await expect(ann.locator('.row.unconfirmed .trouble')).toHaveText('Not confirmed yet');
    await sees(ann, text);
    await expect(ann.locator('.row.outgoing')).toHaveCount(0);
    const clientIds = sent.map((frame) => /"clientId\\?":\\?"([\w-]+)/.exec(frame)?.[1]);
    expect(clientIds).toEqual([clientIds[0], clientIds[0]]);
  },
);

test('a draft, a refused and an unconfirmed message survive a reload; the one is sent, the other can be removed', async ({
  enter,
}) => {
  const [text, refused] = [unused(), unused()];
  let drops = true;
  const ann = await enter(
    {},
    behind((frame) => frame.includes(text) && drops),
  );
  await say(ann, `${refused} \u0007`);
  const failed = ann.locator('.row.failed');
  await expect(failed.locator('.trouble')).toHaveText(/Not sent: .*control characters.*Edit.*Remove/s);
  await say(ann, text);
  await expect(ann.locator('.row.unconfirmed .trouble')).toBeVisible();
  await ann.fill('#composer-text', 'half a sentence');
  drops = false;
  await ann.reload();
  await sees(ann, text);
  await expect(ann.locator('#composer-text')).toHaveValue('half a sentence');
  await expect(failed).toContainText(refused);
  await failed.getByRole('button', { name: 'Edit' }).click();
  await expect(ann.locator('#composer-text')).toHaveValue(`half a sentence\n${refused} \u0007`);
  await expect(ann.locator('.row.outgoing')).toHaveCount(0);
  await ann.reload();
  await sees(ann, text);
  await expect(ann.locator('.row.outgoing')).toHaveCount(0);
});

test('coming back to the page asks the store for what a silent socket did not bring', async ({ enter, bob }) => {
  const text = unused();
  let missed = false;
  const ann = await enter({}, (page) =>
    page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        if (String(frame).includes(text)) missed = true;
        else socket.send(frame);
      });
    }),
  );
  await expect(ann.locator('#loading')).toBeHidden();
  await bob.say(text);
  await expect.poll(() => missed).toBe(true);
  await expect(textsOf(ann, text)).toHaveCount(0);
  await ann.evaluate(() => window.dispatchEvent(new Event('focus')));
  await sees(ann, text);
});

test(
  'a session that ends elsewhere leads back to the login, and what was typed is still there',
  { tag: '@wire' },
  async ({ server, newPage }) => {
    const person = await server.person();
    const page = await newPage({ cookie: person.cookie });
    await joined(page);
    await page.fill('#composer-text', 'half a sentence');
    await person.logOut();
    await expect(page.locator('#login-note')).toContainText('session has ended');
    await logIn(page, person.login);
    await expect(page.locator('#composer-text')).toHaveValue('half a sentence');
  },
);
