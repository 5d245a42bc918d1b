// node contract/clients/socket.io/ws.js URL TEXT: Socket.IO's packets by hand
import { WebSocket } from 'ws';
import { logIn } from '../session.js';

const [url, text] = process.argv.slice(2);
const { config, token } = await logIn(url);

const headers = { authorization: `Bearer ${token}` };
const socket = new WebSocket(`${config.socketUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
  headers,
});
const send = (...event) => socket.send(`421${JSON.stringify(event)}`);
socket.on('message', (data) => {
  const [, type, json] = /^(\d+)(.*)$/s.exec(String(data));
  if (type === '0') socket.send('40'); // opened: asks to join
  if (type === '2') socket.send('3'); // ping: pong
  if (type !== '42') return;
  const [name, payload] = JSON.parse(json);
  if (name === 'welcome') send('message', { text, clientId: `${Date.now()}` });
  if (name !== 'messages') return;
  for (const { id, user, text } of payload.messages) console.log(id, user.name, text);
  if (payload.messages.some((message) => message.text === text)) socket.close();
});
