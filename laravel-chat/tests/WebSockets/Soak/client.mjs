import { createHmac } from 'node:crypto';
import WebSocket from 'ws';

/** One chat client over raw Pusher frames. `heard(event, data)` is told everything that comes. */
export function connect(server, userId, heard) {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/app/key?protocol=7`, { perMessageDeflate: false });
  const say = (event, data, channel) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data, channel }));
  };
  socket.on('error', () => {});
  socket.on('message', (text) => {
    const { event, data: raw } = JSON.parse(text);
    const data = typeof raw === 'string' ? JSON.parse(raw) : raw;
    if (event === 'pusher:connection_established') {
      const member = JSON.stringify({ user_id: String(userId), user_info: { name: `soak-${userId}` } });
      const auth = `key:${createHmac('sha256', 'secret').update(`${data.socket_id}:presence-chat:${member}`).digest('hex')}`;
      say('pusher:subscribe', { channel: 'presence-chat', auth, channel_data: member });
    }
    // Who never speaks is asked whether they are there.
    if (event === 'pusher:ping') say('pusher:pong', {});
    heard(event, data);
  });
  return { socket, send: (text, clientId) => say('client-message', { text, clientId }, 'presence-chat') };
}
