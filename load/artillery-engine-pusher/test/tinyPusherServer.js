const http = require('node:http');
const { WebSocketServer } = require('ws');

/**
 * Just enough of an application and a Pusher server: POST /login sets a cookie, POST /auth signs for who has it, the
 * socket side establishes, subscribes, and answers `client-ask` by the event `answer`.
 */
async function startTinyServer({ establish = true, activitySeconds = 120 } = {}) {
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url === '/login') {
      response.writeHead(201, { 'set-cookie': 'session=s1; HttpOnly', 'content-type': 'application/json' });
      return response.end(JSON.stringify({ user: { name: JSON.parse(body).login } }));
    }
    if (request.url === '/auth') {
      if (!request.headers.cookie?.includes('session=s1')) return response.writeHead(401).end('{}');
      const form = new URLSearchParams(body);
      const auth = `key:signed-${form.get('socket_id')}-${form.get('channel_name')}`;
      return response.writeHead(200).end(JSON.stringify({ auth, channel_data: '{"user_id":"1"}' }));
    }
    return response.writeHead(404).end('{}');
  });
  const sockets = new WebSocketServer({ server });
  const tiny = { received: [], handshakes: [], nextSocketId: 1 };

  sockets.on('connection', (socket, request) => {
    const socketId = `7.${tiny.nextSocketId++}`;
    tiny.handshakes.push(request);
    const send = (event, data, channel) => socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
    socket.on('message', (bytes) => {
      const { event, channel, data } = JSON.parse(bytes);
      tiny.received.push({ event, channel, data });
      if (event === 'pusher:subscribe') {
        const signed = data.auth === `key:signed-${socketId}-${data.channel}`;
        if (data.channel.startsWith('private-') && !signed)
          return send('pusher:error', { code: 4009, message: 'bad signature' });
        return send('pusher_internal:subscription_succeeded', {}, data.channel);
      }
      if (event === 'client-ask') send('answer', { id: data.id, ok: data.ok ?? true }, channel);
      if (event === 'client-say') send('said', { text: data.text }, channel);
      if (event === 'client-close-me') socket.close(data.code);
      return undefined;
    });
    if (establish) send('pusher:connection_established', { socket_id: socketId, activity_timeout: activitySeconds });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  tiny.url = `http://127.0.0.1:${port}`;
  tiny.socketUrl = `ws://127.0.0.1:${port}`;
  tiny.sockets = sockets.clients;
  tiny.close = () => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return tiny;
}

module.exports = { startTinyServer };
