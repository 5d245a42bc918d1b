// node contract/libraries/socket.io/socket.io-client.js URL TEXT
import { io } from 'socket.io-client';
import { logIn } from '../session.js';

const [url, text] = process.argv.slice(2);
const { config, token } = await logIn(url);

const socket = io(config.socketUrl, { auth: { token }, transports: ['websocket'] });
socket.on('connect_error', (error) => {
  console.error(error.data ?? error);
  process.exit(1);
});
socket.on('welcome', () => {
  socket.emit('message', { text, clientId: `${Date.now()}` }, (answer) => {
    if (!answer.ok) throw new Error(answer.error.message);
  });
});
socket.on('messages', ({ messages }) => {
  for (const { id, user, text } of messages) console.log(id, user.name, text);
  if (messages.some((message) => message.text === text)) socket.close();
});
