import { expect, joined, logIn, say, sees, test, textsOf, unused } from './chat.js';
import { PlainPusher } from './plainPusher.js';

test('behind any Pusher server users write, come and go, and miss no message', async ({ server, newPage }) => {
  const [mark, name] = [unused(), unused()];
  const [one, two, three] = ['one', 'two', 'three'].map((word) => `${mark} ${word}`);
  const pusher = new PlainPusher(server);
  const pages = [];
  for (const who of [unused(), name]) {
    const page = await newPage({}, (opened) => pusher.serve(opened));
    await logIn(page, who);
    pages.push(page);
  }
  const [ann, bob] = pages;
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
  for (const page of pages) {
    await joined(page);
    await expect(textsOf(page, mark)).toHaveText([one, two, three]);
    await expect(page.locator('.row.outgoing')).toHaveCount(0);
  }
  expect(pusher.clientEvents).toEqual([]);
  await bob.click('#leave');
  await expect(ann.locator('#people-list')).not.toContainText(name);
});
