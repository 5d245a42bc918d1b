import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { includesUser, limits, peer, person, without } from '../harness/underTest.js';

suite('who is writing', { skip: without('typing') }, () => {
  test('all clients see that a user types, until the message is stored, and that the user types again', async () => {
    const [ann, bob] = await Promise.all([person(), peer.person()]);
    const [writer, { received }] = await Promise.all([ann.join(), bob.join()]);
    writer.emit('typing');
    const event = await received.next('typing', (one) => includesUser(one, ann.user));
    assert.deepEqual(
      event.users.find(({ id }) => id === ann.user.id),
      ann.user,
    );
    await ann.say('written');
    const isTyping = () => includesUser(received.all('typing').at(-1), ann.user);
    await received.until(() => !isTyping(), 'that ann has stopped typing');
    writer.emit('typing');
    await received.until(isTyping, 'that ann types again');
  });

  test('typing ends some seconds after the last event, and when the user leaves', async () => {
    const [ann, bob, eve] = await Promise.all([person(), person(), person()]);
    const [writer, leaver, { received }] = await Promise.all([ann.join(), bob.join(), eve.join()]);
    writer.emit('typing');
    leaver.emit('typing');
    for (const user of [ann.user, bob.user]) await received.next('typing', (one) => includesUser(one, user));
    leaver.close();
    const isOver = (user) => !includesUser(received.all('typing').at(-1), user);
    await received.until(() => isOver(bob.user), 'that bob has stopped typing');
    await received.until(() => isOver(ann.user), 'that ann has stopped typing');
  });

  test('six users who type are all counted, and typingListed of them named', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => person()));
    const connections = await Promise.all(people.map((one) => one.join()));
    for (const { emit } of connections) emit('typing');
    const { received } = connections[0];
    await received.next('typing', ({ count }) => count >= limits.typingListed + 1);
    for (const { count, users } of received.all('typing'))
      assert.equal(users.length, Math.min(count, limits.typingListed));
  });
});
