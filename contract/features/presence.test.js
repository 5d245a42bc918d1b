import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually, limits, includesUser, person, server, presenceCount, without } from '../server.js';

const skip = without('presence');

const joining = (received, user) => received.next('presence', ({ joined }) => includesUser(joined, user));
const leaving = (received, user) => received.next('presence', ({ left }) => includesUser(left, user));

/** Counts the user's entries in GET /online. */
async function online(reader, user) {
  const { json } = await reader.get('/online');
  assert.ok(json.count >= json.users.length);
  return json.users.filter(({ id }) => id === user.id).length;
}

// Three tests at a time, because an event names at most ten users.
suite('who is online', { skip, concurrency: 3 }, () => {
  test('a user who joins is named to the others, and counted and listed by GET /online', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    assert.equal(await online(ann, bob.user), 0);
    const { close } = await bob.join();
    const { joined } = await joining(received, bob.user);
    assert.deepEqual(
      joined.users.find(({ id }) => id === bob.user.id),
      bob.user,
    );
    assert.equal(await online(ann, bob.user), 1);
    close();
  });

  test('a user who has logged in or opened a socket, but not joined, is not online', async () => {
    const ann = await person();
    const { socket } = await ann.openSocket();
    assert.equal(await online(ann, ann.user), 0);
    socket.terminate();
  });

  test('a user with three tabs is online once, and leaves once, with the last of them', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    const tabs = await Promise.all([bob.join(), bob.join(), (await person(bob.login)).join()]);
    await joining(received, bob.user);
    assert.equal(await online(ann, bob.user), 1);
    for (const { close } of tabs.slice(1)) close();
    // Eve leaves after that, and is named as left; bob is not.
    const eve = await person();
    const connection = await eve.join();
    await joining(received, eve.user);
    connection.close();
    await leaving(received, eve.user);
    assert.equal(presenceCount(received, 'left', bob.user), 0);
    tabs[0].close();
    await leaving(received, bob.user);
    assert.equal(await online(ann, bob.user), 0);
    assert.deepEqual([presenceCount(received, 'joined', bob.user), presenceCount(received, 'left', bob.user)], [1, 1]);
  });

  test('a reload causes no presence event', async (t) => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    const tab = await bob.join();
    await joining(received, bob.user);
    const began = performance.now();
    tab.close();
    const again = await bob.join();
    if (performance.now() - began > limits.leaveGraceMs / 2) return t.skip('this machine took too long to join again');
    again.close();
    await leaving(received, bob.user);
    assert.deepEqual([presenceCount(received, 'joined', bob.user), presenceCount(received, 'left', bob.user)], [1, 1]);
  });

  test('a logout makes its user leave', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const { received } = await ann.join();
    await bob.join();
    await joining(received, bob.user);
    await bob.logOut();
    await leaving(received, bob.user);
    await eventually(async () => assert.equal(await online(ann, bob.user), 0));
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
