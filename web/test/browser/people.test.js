import { DESKTOP, expect, sees, test, unused } from './chat.js';

test(
  'a user who comes is listed, counted and announced, until they leave',
  { tag: '@wire' },
  async ({ enter, bob }) => {
    const ann = await enter({}, (page) => page.clock.install());
    const listed = ann.locator('.person-name');
    const bobListed = listed.filter({ hasText: bob.user.name });
    const text = unused();
    await bob.say(text);
    await sees(ann, text);
    // The page announces nothing for 5 s after joining.
    await ann.clock.fastForward(6000);
    const socket = await bob.join();
    await expect(bobListed).toHaveCount(1);
    await expect(ann.locator('#people-count')).toHaveText(String(await listed.count()));
    await expect(ann.locator('.notice')).toContainText([`${bob.user.name}\u2069 came in`]);
    socket.close();
    await expect(bobListed).toHaveCount(0);
    await expect(ann.locator('.notice').last()).toContainText(`${bob.user.name}\u2069 left`);
  },
);

test(
  'a user who types is named below the text field until the message is sent, and nothing moves, also on a phone',
  { tag: '@wire' },
  async ({ ann, bob }) => {
    const socket = await bob.join();
    const line = ann.locator('#typing');
    for (const viewport of [{ width: 360, height: 640 }, DESKTOP]) {
      await ann.setViewportSize(viewport);
      const places = () => Promise.all(['#scroller', '.composer-box'].map((id) => ann.locator(id).boundingBox()));
      const before = await places();
      const text = unused();
      socket.emit('typing', {});
      await expect(line).toHaveText(`\u2068${bob.user.name}\u2069 is writing`);
      expect(await places()).toEqual(before);
      await socket.send({ text, clientId: text });
      await sees(ann, text);
      await expect(line).toBeHidden();
    }
    await ann.fill('#composer-text', 'I think');
    await socket.received.next('typing', ({ users }) => users.some(({ id }) => id !== bob.user.id));
    await expect(line).toBeHidden();
    socket.close();
  },
);
