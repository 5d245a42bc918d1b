import WebSocket from 'ws';

/** Wide letters, as many as a login may have. */
const WIDE = 'W';
const LOGINS_AT_ONCE = 16;

/**
 * So many people online at a chat, each with a login of 32 wide characters and a socket that reads and throws away.
 * Without rate limits on the server, some of them talk.
 * @param {string} url
 * @param {number} users
 */
export async function gatherCrowd(url, users) {
  const config = await (await fetch(`${url}/config`)).json();
  const run = Date.now().toString(36).slice(-5);
  /** @type {WebSocket[]} */
  const people = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: LOGINS_AT_ONCE }, async () => {
      while (next < users) {
        const tail = `${run}${next++}`;
        const cookie = await logIn(url, WIDE.repeat(32 - tail.length) + tail);
        people.push(await join(url, config, cookie));
      }
    }),
  );
  let sent = 0;
  return {
    /**
     * Sends at a steady rate, by the clock, whatever the answers take.
     * @param {number} rate messages/s
     * @param {number} seconds
     * @param {(n: number) => string} textOf
     */
    async talk(rate, seconds, textOf) {
      const start = performance.now();
      const total = rate * seconds;
      for (let n = 0; n < total; n++) {
        const wait = start + (n * 1000) / rate - performance.now();
        if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
        const socket = people[n % people.length];
        const message = { text: textOf(n), clientId: `${run}-${sent++}` };
        if (config.wire === 'socket.io') socket.send(`42${JSON.stringify(['message', message])}`);
        else socket.send(JSON.stringify({ event: 'client-message', channel: config.channel, data: message }));
      }
      return total;
    },
    leave() {
      for (const socket of people) socket.terminate();
    },
  };
}

/** @param {string} url @param {string} login @returns {Promise<string>} a Cookie header */
async function logIn(url, login) {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password: 'crowd' }),
  });
  if (!response.ok) throw new Error(`POST /login: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** @param {string} url @param {any} config @param {string} cookie @returns {Promise<WebSocket>} */
function join(url, config, cookie) {
  return config.wire === 'socket.io' ? joinSocketIo(config, cookie) : joinPusher(url, config, cookie);
}

/** @param {any} config @param {string} cookie @returns {Promise<WebSocket>} */
function joinSocketIo(config, cookie) {
  const socket = new WebSocket(`${config.socketUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const first = /** @type {Buffer} */ (data).subarray(0, 12).toString();
      if (first[0] === '0') socket.send('40');
      else if (first === '2') socket.send('3');
      else if (first.startsWith('42["welcome"')) resolve(socket);
    });
  });
}

/** @param {string} url @param {any} config @param {string} cookie @returns {Promise<WebSocket>} */
function joinPusher(url, config, cookie) {
  const socket = new WebSocket(`${config.socketUrl}/app/${config.key}?protocol=7&client=crowd&version=1`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    let joined = false;
    socket.on('message', async (data) => {
      if (joined && /** @type {Buffer} */ (data).length > 200) return;
      const frame = JSON.parse(String(data));
      if (frame.event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}');
      if (frame.event === 'welcome') {
        joined = true;
        resolve(socket);
      }
      if (frame.event !== 'pusher:connection_established') return;
      const { socket_id } = JSON.parse(frame.data);
      const response = await fetch(url + config.authEndpoint, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ socket_id, channel_name: config.channel }),
      });
      if (!response.ok) reject(new Error(`${config.authEndpoint}: ${response.status}`));
      else
        socket.send(
          JSON.stringify({ event: 'pusher:subscribe', data: { channel: config.channel, ...(await response.json()) } }),
        );
    });
  });
}
