import assert from 'node:assert/strict';
import { authorize } from '../../drivers/pusherRaw.js';
import { pause } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { entries, entry } from '../entry.js';
import { socketIdOf } from '../wires.js';
import { signed } from './pusherApi.js';

const wire = 'pusher';

/** Events of a socket that has joined; each is refused with an answer, and the socket stays. @type {Record<string, string>} */
const refused = {
  'whose name has 60,000 characters': JSON.stringify({
    event: `client-${'x'.repeat(60_000)}`,
    channel: 'presence-chat',
    data: {},
  }),
  'with a number beyond every double': '{"event":"client-x","channel":"presence-chat","data":{"n":-1e400}}',
};

export const list = [
  ...entries(
    'a client event',
    refused,
    async (h, event) => {
      const raw = await h.joined();
      raw.say(event);
      assert.ok(await raw.text((text) => JSON.parse(text).event === 'pusher:error'), 'it was not refused');
      raw.say('{"event":"pusher:ping","data":{}}');
      assert.ok(await raw.text((text) => JSON.parse(text).event === 'pusher:pong'), 'the socket is gone');
    },
    { wire },
  ),

  ...entries(
    'a signed trigger',
    {
      'with a number beyond every double': '{"name":"a","channel":"x","data":{"n":1e400}}',
      'for a channel whose name has 165 characters': JSON.stringify({
        name: 'a',
        channel: 'x'.repeat(165),
        data: '{}',
      }),
    },
    async (_, body) => {
      const { status, text } = await signed('/events', body);
      assert.ok([400, 422].includes(status), `${status} ${text}`);
    },
    { wire, secret: true },
  ),

  entry(
    'a member who leaves and joins 20 times is not told of',
    async (h) => {
      const witness = await h.joined();
      h.person = await Person.enter(h.server);
      const { name } = h.person.user;
      const raw = await h.joined();
      assert.ok(await witness.text((text) => text.includes(name)), 'the witness was not told who joined');
      const before = witness.texts.length;
      const { channel } = h.server.config;
      const data = { channel, ...(await authorize(h.server, h.person.cookie, await socketIdOf(raw))).json };
      for (let i = 0; i < 20; i++) {
        raw.say(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel } }));
        raw.say(JSON.stringify({ event: 'pusher:subscribe', data }));
      }
      raw.say('{"event":"pusher:ping","data":{}}');
      assert.ok(await raw.text((text) => JSON.parse(text).event === 'pusher:pong', 5000), 'no pong came');
      await pause(2 * h.server.config.limits.presenceMinWindowMs);
      const told = witness.texts.slice(before).filter((text) => text.includes(name));
      assert.deepEqual(told, []);
    },
    { wire },
  ),
];
