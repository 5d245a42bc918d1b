import { connect } from 'node:net';
import { Client, until } from '../startChat.js';

/** A client's frame of text, or of another opcode, masked with zeros. */
export function frameOf(text, opcode = 1) {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x80 | length] : [0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]);
}

/** A WebSocket after its handshake; the test sends and reads its frames. */
export async function openSocket(t, url, cookie) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  const upgrade = 'Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const path = '/socket.io/?EIO=4&transport=websocket';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${upgrade}${key}Cookie: ${cookie}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resume();
  return socket;
}

/** A bare WebSocket of a joined user. */
export async function joinBare(t, url, login = 'ann') {
  const client = new Client(url);
  await client.login(login);
  const { count } = (await client.get('/online')).body;
  const socket = await openSocket(t, url, client.cookie);
  socket.write(frameOf('40'));
  await until(async () => (await client.get('/online')).body.count > count);
  return socket;
}

/** A value of /metrics. */
export const metric = async (url, name) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
