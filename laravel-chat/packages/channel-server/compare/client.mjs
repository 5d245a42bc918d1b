import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';

const PATIENCE_MS = 2000;

/** Connects clients of the Pusher protocol to the server under comparison. */
export function clientsOf({ port, key, secret }) {
  const sign = (text) => `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;

  return async function connect() {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${key}?protocol=7`, { perMessageDeflate: true });
    const client = {
      said: [],
      bytes: 0,
      closed: null,
      extensions: () => socket.extensions,
      raw: (text) => socket.send(text),
      say: (event, data, channel) => socket.send(JSON.stringify({ event, data, channel })),
      signIn(user) {
        client.say('pusher:signin', { auth: sign(`${client.id}::user::${user}`), user_data: user });
      },
      async subscribe(channel, userId) {
        const member = userId === undefined ? undefined : JSON.stringify({ user_id: userId, user_info: {} });
        const signed = `${client.id}:${channel}${member === undefined ? '' : `:${member}`}`;
        const isPublic = !/^(private|presence)-/.test(channel);
        client.say('pusher:subscribe', isPublic ? { channel } : { channel, auth: sign(signed), channel_data: member });
        await client.hears('pusher_internal:subscription_succeeded');
      },
      /** The first such event, or undefined where none comes in time. */
      async hears(name, ms = PATIENCE_MS) {
        const end = Date.now() + ms;
        for (;;) {
          const found = client.said.find(({ event }) => event === name);
          if (found || Date.now() > end || client.closed !== null) return found;
          await wait(10);
        }
      },
      close: () => socket.close(),
    };
    socket.on('message', (text) => {
      client.bytes += text.length;
      client.said.push(JSON.parse(text));
    });
    socket.on('close', (code) => {
      client.closed = code;
    });
    socket.on('error', () => {});
    const established = await client.hears('pusher:connection_established', PATIENCE_MS * 2);
    if (!established) throw new Error('not let in');
    client.id = JSON.parse(established.data).socket_id;
    return client;
  };
}
