import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const came = (event) => (event ? 'came' : 'did not come');

/** Status of what the server library calls. */
const status = (call) => call.then((answer) => answer.status, (error) => error.status ?? error.message);

const cpuMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // utime and stime, in ticks of 10 ms
};
const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** What a server does with one event of nonsense, told by who was connected and who comes after. */
async function nonsense(connect, text) {
  const [witness, fool] = [await connect(), await connect()];
  fool.raw(text);
  await wait(500);
  const next = await connect().then(() => 'lets in the next', () => 'does not let in the next');
  return `${witness.closed === null ? 'a witness stays' : `a witness is closed with ${witness.closed}`}, the server ${next}`;
}

/** By question: how it is put to a server, and its answer in words. */
export const questions = {
  compression: async ({ connect }) => (await connect()).extensions() || 'none',
  'batch_events': ({ api }) => status(api.triggerBatch([{ channel: 'a', name: 'e', data: 1 }])),
  connections: ({ api }) => status(api.get({ path: '/connections' })),
  terminate: async ({ connect, api }) => {
    const client = await connect();
    await client.subscribe('presence-a', '9');
    const answer = await status(api.terminateUserConnections('9'));
    await wait(300);
    return `${answer}, closed with ${client.closed}`;
  },
  'cache, empty': async ({ connect }) => {
    const client = await connect();
    await client.subscribe('cache-empty');
    return `pusher:cache_miss ${came(await client.hears('pusher:cache_miss'))}`;
  },
  'cache, published while nobody was there': async ({ connect, api }) => {
    await status(api.trigger('cache-a', 'e', {}));
    const client = await connect();
    await client.subscribe('cache-a');
    return came(await client.hears('e'));
  },
  'cache, published while somebody was there': async ({ connect, api }) => {
    await (await connect()).subscribe('cache-b');
    await status(api.trigger('cache-b', 'e', {}));
    const client = await connect();
    await client.subscribe('cache-b');
    return came(await client.hears('e'));
  },
  'sign in': async ({ connect, api }) => {
    const client = await connect();
    client.signIn('{"id":"7"}');
    const success = await client.hears('pusher:signin_success');
    await status(api.sendToUser('7', 'mail', {}));
    return `success ${came(success)}, an event for the user ${came(await client.hears('mail'))}`;
  },
  "client event's user_id": async ({ connect }) => {
    const [from, to] = [await connect(), await connect()];
    await from.subscribe('presence-b', '1');
    await to.subscribe('presence-b', '2');
    from.say('client-x', {}, 'presence-b');
    return (await to.hears('client-x'))?.user_id ?? 'none';
  },
  'client event of one who has not subscribed': async ({ connect }) => {
    const [from, to] = [await connect(), await connect()];
    await to.subscribe('private-a');
    from.say('client-x', {}, 'private-a');
    return came(await to.hears('client-x'));
  },
  '50 client events at once': async ({ connect }) => {
    const [from, to] = [await connect(), await connect()];
    await from.subscribe('private-b');
    await to.subscribe('private-b');
    for (let i = 0; i < 50; i++) from.say('client-x', {}, 'private-b');
    await wait(1000);
    return `${to.said.filter(({ event }) => event === 'client-x').length} came`;
  },
  'a call signed in 1970': async ({ port, id, key, secret }) => {
    const query = `auth_key=${key}&auth_timestamp=1&auth_version=1.0`;
    const signature = createHmac('sha256', secret).update(`GET\n/apps/${id}/channels\n${query}`).digest('hex');
    return (await fetch(`http://127.0.0.1:${port}/apps/${id}/channels?${query}&auth_signature=${signature}`)).status;
  },
  '150 members of a presence channel': async ({ connect }) => {
    const members = [];
    for (let i = 0; i < 150; i++) {
      const member = await connect();
      await Promise.race([member.subscribe('presence-big', String(i)), member.hears('pusher:subscription_error')]);
      members.push(member);
    }
    await wait(500);
    const inside = members.filter(({ said }) => said.some(({ event }) => event === 'pusher_internal:subscription_succeeded'));
    return `${inside.length} let in, ${(members.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(2)} MB sent to them`;
  },
  health: async ({ port }) =>
    (await Promise.all(['/health', '/up'].map(async (path) => `${path} ${(await fetch(`http://127.0.0.1:${port}${path}`)).status}`))).join(', '),
  'cost of 900 subscribers': async ({ connect, api, pid }) => {
    const [memory, cpu] = [residentKb(pid), cpuMs(pid)];
    const clients = [];
    for (let i = 0; i < 900; i++) {
      const client = await connect();
      await client.subscribe('news');
      clients.push(client);
    }
    const [grown, joined] = [residentKb(pid) - memory, cpuMs(pid) - cpu];
    const before = cpuMs(pid);
    for (let i = 0; i < 100; i++) await api.trigger('news', 'tick', { text: 'x'.repeat(100) });
    const ticks = () => clients.reduce((sum, { said }) => sum + said.filter(({ event }) => event === 'tick').length, 0);
    for (let i = 0; i < 20 && ticks() < 90_000; i++) await wait(500);
    const delivered = ticks();
    return `${(grown / 900).toFixed(1)} KB and ${(joined / 900).toFixed(2)} ms CPU each, ${(((cpuMs(pid) - before) * 1000) / delivered).toFixed(1)} µs CPU for each of ${delivered} deliveries`;
  },
  'data is a string': ({ connect }) => nonsense(connect, '{"event":"pusher:subscribe","data":"x"}'),
  'channel is a list': ({ connect }) => nonsense(connect, '{"event":"pusher:subscribe","data":{"channel":["x"]}}'),
  '1,200 connections': async ({ connect }) => {
    const clients = [];
    try {
      while (clients.length < 1200) clients.push(await connect());
    } catch {
      // The one that is not let in: those before are counted.
    }
    await wait(500);
    return `${clients.length} let in, ${clients.filter(({ closed }) => closed === null).length} stay`;
  },
  'SIGTERM': async ({ connect, pid }) => {
    const client = await connect();
    process.kill(pid, 'SIGTERM');
    await client.hears('nothing', 5000);
    return `clients closed with ${client.closed}`;
  },
};
