import { execSync } from 'node:child_process';
import { expect, ids, joined, say, sees, test, textsOf, unused } from './chat.js';

/** The command that kills the server's socket process; a supervisor restarts the process. */
const { CHAT_KILL = '' } = process.env;

test('a window over the limit joins when another one closes', async ({ server, newPage }) => {
  test.skip(!server.config.rateLimits, 'the limits of this server are off');
  const person = await server.person();
  const others = await Promise.all(Array.from({ length: server.config.limits.socketsPerUserMax }, () => person.join()));
  const late = await newPage({ cookie: person.cookie });
  await expect(late.locator('#banner-text')).toContainText('Connection lost');
  others[0].close();
  await late.click('#banner-retry');
  await joined(late);
  for (const other of others) other.close();
});

test('after a kill and restart of the server no message is lost or doubled', { tag: '@wire' }, async ({ ann, bob }) => {
  test.skip(!CHAT_KILL, 'CHAT_KILL names no command that kills the server');
  const mark = unused();
  const expected = [`${mark} by Ann`, `${mark} by Bob`, `${mark} meanwhile`];
  await say(ann, expected[0]);
  await sees(ann, expected[0]);
  await bob.say(expected[1]);
  await sees(ann, expected[1]);
  execSync(CHAT_KILL, { stdio: 'ignore' });
  await expect(ann.locator('#chat')).toHaveAttribute('data-connection', 'lost');
  await say(ann, expected[2]);
  await joined(ann);
  await expect(textsOf(ann, mark)).toHaveText(expected);
  const all = await ids(ann);
  expect(all).toEqual(all.map((_, index) => all[0] + index));
  await expect(ann.locator('.row.outgoing')).toHaveCount(0);
});

test(
  'a browser that goes offline says so at once; back online it gets the messages, edits and deletions it missed',
  { tag: '@wire' },
  async ({ ann, bob }) => {
    const [gone, old, edited, text] = [unused(), unused(), unused(), unused()];
    const [{ id: first }, { id: second }] = [(await bob.say(gone)).json.message, (await bob.say(old)).json.message];
    await sees(ann, old);
    await ann.context().setOffline(true);
    await expect(ann.locator('#banner-text')).toContainText('You are offline');
    await bob.remove(first);
    await bob.edit(second, edited);
    await bob.say(text);
    await ann.context().setOffline(false);
    for (const here of [edited, text]) await sees(ann, here);
    for (const not of [gone, old]) await expect(textsOf(ann, not)).toHaveCount(0);
    await expect(ann.locator('#banner')).toBeHidden();
  },
);

test(
  'a message without an answer says so, survives a reload and is sent again under its clientId; a refused one stays',
  { tag: '@wire' },
  async ({ enter }) => {
    const [text, refused] = [unused(), unused()];
    const sent = [];
    const ann = await enter({}, async (page) => {
      await page.clock.install();
      // The server does not receive the first two attempts.
      await page.routeWebSocket(/./, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((frame) => {
          if (!String(frame).includes(text) || sent.push(String(frame)) > 2) server.send(frame);
        });
      });
    });
    await say(ann, `${refused} \u0007`);
    const failed = ann.locator('.row.failed');
    await expect(failed.locator('.trouble')).toHaveText(/Not sent: .*control characters.*Edit.*Remove/s);
    await say(ann, text);
    await expect.poll(() => sent.length).toBe(1);
    await ann.clock.fastForward(8000);
    await expect(ann.locator('.row.unconfirmed .trouble')).toHaveText('Not confirmed yet');
    await expect.poll(() => sent.length).toBe(2);
    await ann.reload();
    await sees(ann, text);
    const clientIds = sent.map((frame) => /"clientId\\?":\\?"([\w-]+)/.exec(frame)?.[1]);
    expect(clientIds).toEqual(Array(3).fill(clientIds[0]));
    await failed.getByRole('button', { name: 'Edit' }).click();
    await expect(ann.locator('#composer-text')).toHaveValue(`${refused} \u0007`);
    await expect(ann.locator('.row.outgoing')).toHaveCount(0);
  },
);
