import { cookiesIn, expect, joined, logIn, rows, say, sees, test, textsOf, unused } from './chat.js';
import { PlainPusher } from './plainPusher.js';

const plain = test.extend({
  pusher: async ({ server }, use) => use(new PlainPusher(server)),
  /** Opens a page behind the plain Pusher server and logs in. */
  come: async ({ pusher, newPage }, use) =>
    use(async (name) => {
      const page = await newPage({}, (one) => pusher.serve(one));
      await logIn(page, name);
      return page;
    }),
});

plain('behind any Pusher server users write, come and go, and miss no message', async ({ pusher, come }) => {
  const [mark, name] = [unused(), unused()];
  const [one, two, three] = ['one', 'two', 'three'].map((word) => `${mark} ${word}`);
  const [ann, bob] = [await come(unused()), await come(name)];
  await say(ann, one);
  await sees(bob, one);
  await expect(ann.locator('#people-list')).toContainText(name);
  pusher.breakSockets();
  await expect(ann.locator('#chat')).toHaveAttribute('data-connection', 'lost');
  pusher.breaksPosts = 'before';
  await say(bob, two);
  await say(bob, three);
  const times = () => pusher.broken.filter((text) => text === two).length;
  await expect.poll(times).toBeGreaterThanOrEqual(2);
  const before = times();
  pusher.breaksPosts = 'after';
  await expect.poll(times).toBeGreaterThan(before);
  pusher.breaksPosts = '';
  for (const page of [ann, bob]) {
    await joined(page);
    await expect(textsOf(page, mark)).toHaveText([one, two, three]);
    await expect(page.locator('.row.outgoing')).toHaveCount(0);
  }
  expect(pusher.clientEvents).toEqual([]);
  await bob.click('#leave');
  await expect(ann.locator('#people-list')).not.toContainText(name);
});

plain('a page posts nothing after another user has logged in in its browser', async ({ pusher, come, bob }) => {
  const ann = await come(unused());
  const text = unused();
  pusher.breaksPosts = 'before';
  await say(ann, text);
  await expect.poll(() => pusher.broken).toContain(text);
  await ann.context().addCookies(cookiesIn(bob.cookie));
  pusher.breaksPosts = '';
  await expect(ann.locator('#login')).toBeVisible();
  const { messages } = (await bob.get('/messages?limit=20')).json;
  expect(messages.filter((message) => message.text === text)).toEqual([]);
  await expect(rows(ann, text)).toHaveCount(0);
});
