import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  eventually,
  expectOnline,
  expectSeen,
  limits,
  person,
  server,
  untilSeen,
  without,
} from '../harness/underTest.js';

const skip = without('presence');

// Three tests at a time, because an event names at most ten users.
suite('who is online', { skip, concurrency: 3 }, () => {
  test('a user who joins is named to the others, and counted and listed by GET /online', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    await expectOnline(ann, bob.user, 0);
    const { close } = await bob.join();
    const { joined } = await untilSeen(received, 'joined', bob.user);
    assert.deepEqual(
      joined.users.find(({ id }) => id === bob.user.id),
      bob.user,
    );
    await expectOnline(ann, bob.user, 1);
    close();
  });

  test('a user who has logged in or opened a socket, but not joined, is not online', async () => {
    const ann = await person();
    const { socket } = await ann.openSocket();
    await expectOnline(ann, ann.user, 0);
    socket.terminate();
  });

  test('a user with three tabs is online once, and leaves once, with the last of them', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    const tabs = await Promise.all([bob.join(), bob.join(), (await person(bob.login)).join()]);
    await untilSeen(received, 'joined', bob.user);
    await expectOnline(ann, bob.user, 1);
    for (const { close } of tabs.slice(1)) close();
    // Eve leaves after that, and is named as left; bob is not.
    const eve = await person();
    const connection = await eve.join();
    await untilSeen(received, 'joined', eve.user);
    connection.close();
    await untilSeen(received, 'left', eve.user);
    expectSeen(received, bob.user, { joined: 1, left: 0 });
    tabs[0].close();
    await untilSeen(received, 'left', bob.user);
    await expectOnline(ann, bob.user, 0);
    expectSeen(received, bob.user, { joined: 1, left: 1 });
  });

  test('a reload causes no presence event', async (t) => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    const tab = await bob.join();
    await untilSeen(received, 'joined', bob.user);
    const began = performance.now();
    tab.close();
    const again = await bob.join();
    if (performance.now() - began > limits.leaveGraceMs / 2) return t.skip('this machine took too long to join again');
    again.close();
    await untilSeen(received, 'left', bob.user);
    expectSeen(received, bob.user, { joined: 1, left: 1 });
  });

  test('a logout makes its user leave', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    await bob.join();
    await untilSeen(received, 'joined', bob.user);
    await bob.logOut();
    await untilSeen(received, 'left', bob.user);
    await eventually(() => expectOnline(ann, bob.user, 0));
  });
});

test('twelve users who join at once are all counted, and presenceListed of them named', { skip }, async () => {
  const ann = await person();
  const { received } = await ann.join();
  const crowd = await Promise.all(Array.from({ length: 12 }, () => person()));
  await Promise.all(crowd.map((one) => one.join()));
  const counted = () => received.all('presence').reduce((sum, { joined }) => sum + joined.count, 0);
  await received.until(() => counted() >= 12, 'the twelve');
  for (const event of received.all('presence')) {
    assert.ok(event.joined.count + event.left.count > 0, 'an event without a change');
    for (const { count, users } of [event.joined, event.left])
      assert.equal(users.length, Math.min(count, limits.presenceListed));
  }
});

// Last, because it fills the list of the other tests.
test('all online users are counted, even if the list is shorter', { skip }, async () => {
  const crowd = [];
  while (crowd.length <= limits.onlineListed) {
    const some = await Promise.all(Array.from({ length: 10 }, () => person()));
    crowd.push(...some);
    await Promise.all(some.map((one) => one.joinRaw()));
  }
  const { count, users } = (await crowd[0].get('/online')).json;
  assert.ok(count > limits.onlineListed);
  assert.equal(users.length, limits.onlineListed);
  if (server.has('welcome')) assert.ok((await crowd[0].join()).welcome.online.count > limits.onlineListed);
});
