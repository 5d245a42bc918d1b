import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually, includesUser, limits, peer, person, server, without } from '../harness/underTest.js';

const skip = without('presence');

/** Waits for the presence event that says that a user `joined` or `left`. */
const untilSeen = (received, way, user) => received.next('presence', (event) => includesUser(event[way], user));

/** Expects that `times` presence events name a user. */
function expectSeen(received, user, times) {
  const count = (way) => received.all('presence').filter((event) => includesUser(event[way], user)).length;
  assert.deepEqual({ joined: count('joined'), left: count('left') }, times);
}

/** Expects that GET /online lists a user `times` times. */
async function expectOnline(reader, user, times) {
  const { count, users } = (await reader.get('/online')).json;
  assert.ok(count >= users.length);
  assert.equal(users.filter(({ id }) => id === user.id).length, times);
}

// Only three tests run at a time, because an event names at most ten users.
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
    const [ann, cleo, bob] = await Promise.all([person(), peer.person(), person()]);
    const watchers = await Promise.all([ann.join(), cleo.join()]);
    const allSee = (way, user) => Promise.all(watchers.map(({ received }) => untilSeen(received, way, user)));
    const listed = async (times) => {
      for (const reader of [ann, cleo]) await eventually(() => expectOnline(reader, bob.user, times));
    };
    const last = await peer.withSession(bob).join();
    const others = await Promise.all([bob.join(), (await person(bob.login)).join()]);
    await allSee('joined', bob.user);
    await listed(1);
    for (const { close } of others) close();
    // Eve leaves afterwards, and an event names her; none names Bob.
    const eve = await person();
    const connection = await eve.join();
    await allSee('joined', eve.user);
    connection.close();
    await allSee('left', eve.user);
    for (const { received } of watchers) expectSeen(received, bob.user, { joined: 1, left: 0 });
    await listed(1);
    last.close();
    await allSee('left', bob.user);
    await listed(0);
    for (const { received } of watchers) expectSeen(received, bob.user, { joined: 1, left: 1 });
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

// This test is the last, because it fills the list of the others.
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
