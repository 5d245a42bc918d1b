// node contract/libraries/pusher/pusher-js.js URL TEXT
import Pusher from 'pusher-js';
import { logIn, pusherOptions } from '../session.js';

const [url, text] = process.argv.slice(2);
const { config, token } = await logIn(url);

const pusher = new Pusher(config.key, pusherOptions(url, config, token));
const channel = pusher.subscribe(config.channel);
channel.bind('pusher:subscription_error', (error) => {
  console.error(error);
  process.exit(1);
});
channel.bind('welcome', () => channel.trigger('client-message', { text, clientId: `${Date.now()}` }));
channel.bind('ack', ({ ok, error }) => {
  if (!ok) throw new Error(error.message);
});
channel.bind('messages', ({ messages }) => {
  for (const { id, user, text } of messages) console.log(id, user.name, text);
  if (messages.some((message) => message.text === text)) pusher.disconnect();
});
