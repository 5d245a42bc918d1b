// node contract/libraries/pusher/laravel-echo.js URL TEXT
import LaravelEcho from 'laravel-echo';
import Pusher from 'pusher-js';
import { logIn, pusherOptions } from '../session.js';

const [url, text] = process.argv.slice(2);
const { config, token } = await logIn(url);

const echo = new LaravelEcho({
  broadcaster: 'pusher',
  Pusher,
  key: config.key,
  ...pusherOptions(url, config, token),
});
const room = echo.join(config.channel.replace('presence-', ''));
room.error((error) => {
  console.error(error);
  process.exit(1);
});
room.here((members) => {
  console.log(`${members.length} are here`);
  room.whisper('message', { text, clientId: `${Date.now()}` });
});
room.listen('.messages', ({ messages }) => {
  for (const { id, user, text } of messages) console.log(id, user.name, text);
  if (messages.some((message) => message.text === text)) echo.disconnect();
});
