import { expect, ids, rows, say, sees, test, unused } from './chat.js';

/** For this many messages the page has to read two further pages. */
const HISTORY = 260;

test.beforeAll(async ({ server }) => {
  const { messages } = (await (await server.person()).get('/messages?limit=1')).json;
  // Several users, since each may send 30 messages at once.
  for (let id = messages.at(-1)?.id ?? 0; id < HISTORY; id += 30) {
    const person = await server.person();
    for (let i = 0; i < 30; i++) await person.say(`line ${id + i}`);
  }
});

const isFull = (page) => expect.poll(async () => (await ids(page)).length).toBeGreaterThanOrEqual(100);

const place = (page) =>
  page.locator('#scroller').evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const all = [...box.querySelectorAll('.row[data-id]')];
    const row = all.find((one) => one.getBoundingClientRect().bottom > top);
    return {
      id: Number(row?.dataset.id),
      top: Math.round((row?.getBoundingClientRect().top ?? 0) - top),
      left: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
    };
  });

/** Waits until the page is within its tolerance of the newest message. */
const isAtNewest = (page) => expect.poll(async () => (await place(page)).left).toBeLessThan(48);

/** Scrolls, then waits two frames for the drawing. */
const scrollBy = (page, pixels) =>
  page.locator('#scroller').evaluate((box, by) => {
    box.scrollBy(0, by);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, pixels);

test('the page follows new messages; they do not move a user who reads back, and a pill leads to them', async ({
  ann,
  bob,
}) => {
  await isFull(ann);
  const title = await ann.title();
  const text = unused();
  await bob.say(text);
  await sees(ann, text);
  await isAtNewest(ann);
  await expect(ann.locator('#pill')).toBeHidden();
  await scrollBy(ann, -900);
  const before = await place(ann);
  expect(before.left).toBeGreaterThan(400);
  await bob.say(unused());
  await bob.say(unused());
  await expect(ann.locator('#pill')).toContainText('2 new messages');
  const { id, top } = await place(ann);
  expect([id, top]).toEqual([before.id, before.top]);
  await expect(ann).toHaveTitle(`(2) ${title}`);
  await ann.click('#pill');
  await isAtNewest(ann);
  await expect(ann.locator('#pill')).toBeHidden();
  await expect(ann).toHaveTitle(title);
});

test('scrolling up reads older messages to the first, without a jump, a hole or a double', async ({ ann }) => {
  await isFull(ann);
  await scrollBy(ann, -600);
  const upAgain = async () => {
    const [before, count] = [await place(ann), (await ids(ann)).length];
    await scrollBy(ann, -300);
    const all = await ids(ann);
    if (all.length > count) expect(before.id - (await place(ann)).id).toBeLessThan(30);
    return all[0];
  };
  await expect.poll(upAgain, { intervals: [1] }).toBe(1);
  const all = await ids(ann);
  expect(all).toEqual(all.map((_, index) => index + 1));
  await expect(ann.locator('#beginning')).toHaveText('The chat begins here');
});

test('a time is a link that leads to its message from anywhere, and a link without a message says so', async ({
  ann,
}) => {
  const text = unused();
  await say(ann, text);
  await sees(ann, text);
  const link = await rows(ann, text).locator('a.time').getAttribute('href');
  const goTo = (hash) => ann.evaluate((to) => (location.hash = to), hash);
  await goTo('#m5');
  await expect(ann.locator('.row.linked')).toHaveAttribute('data-id', '5');
  await expect(ann.locator('.row.linked')).toBeInViewport({ ratio: 1 });
  const all = await ids(ann);
  expect(all).toEqual(all.map((_, index) => all[0] + index));
  await ann.goto(String(link));
  await ann.reload();
  await expect(ann.locator('.row.linked .text')).toHaveText(text);
  await goTo('#m999999999');
  await expect(ann.locator('#composer-error')).toContainText('no message 999999999');
  await isAtNewest(ann);
  await goTo('#m120');
  await expect(ann.locator('.row.linked')).toHaveAttribute('data-id', '120');
  await ann.click('#pill');
  await isAtNewest(ann);
});

test('a reply to a message that is not loaded says so and leads to it, where Tab reaches Reply', async ({
  ann,
  bob,
}) => {
  const answer = unused();
  await bob.say(answer, undefined, 7);
  const quote = rows(ann, answer).locator('.quote');
  await expect(quote).toContainText('An earlier message, not loaded');
  await quote.click();
  await expect(ann.locator('.row.linked')).toHaveAttribute('data-id', '7');
  await ann.keyboard.press('Tab');
  await ann.keyboard.press('Enter');
  await expect(ann.locator('#composer-above')).toBeVisible();
  await ann.keyboard.press('Escape');
  await expect(ann.locator('#composer-above')).toHaveCount(0);
});
