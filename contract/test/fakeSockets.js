/**
 * How a fake chat talks on each wire.
 * @type {Record<string, {name: string, cookie: string, dialect: any}>}
 */
export const dialects = {
  'socket.io': {
    name: 'node',
    cookie: 'node_chat',
    dialect: {
      open: (socket) => socket.send('0{"sid":"x"}'),
      read(text) {
        if (text === '40') return { join: {} };
        const [, id, json] = /^42(\d+)(\[.*)$/s.exec(text) ?? [];
        const [name, payload] = parsed(json) ?? [];
        return name === 'message' ? { payload, answers: { id } } : {};
      },
      refuse: (socket, message) =>
        socket.send(`44${JSON.stringify({ message, data: { code: 'not_logged_in', message } })}`),
      tell: (socket, event, payload) => socket.send(`42${JSON.stringify([event, payload])}`),
      acknowledge: (socket, { id }, ack) => socket.send(`43${id}${JSON.stringify([ack])}`),
      endSession(socket) {
        socket.send('41');
        socket.close();
      },
    },
  },
  pusher: {
    name: 'laravel',
    cookie: 'laravel_chat',
    dialect: {
      open: (socket) => tell(socket, 'pusher:connection_established', { socket_id: '1.1' }),
      read(text) {
        const { event, channel, data } = parsed(text) ?? {};
        if (event === 'pusher:subscribe') return { join: { session: data?.auth } };
        if (event !== 'client-message' || channel !== 'presence-chat' || data === undefined) return {};
        const payload = typeof data === 'string' ? parsed(data) : data;
        const clientId = payload?.clientId;
        return {
          payload,
          answers: { clientId: typeof clientId === 'string' && [...clientId].length <= 64 ? clientId : null },
        };
      },
      refuse: (socket, error) => tell(socket, 'pusher:subscription_error', { error, code: 'not_logged_in' }),
      tell: (socket, event, payload) => tell(socket, event, payload),
      acknowledge: (socket, { clientId }, ack) => tell(socket, 'ack', { clientId, ...ack }),
      endSession: (socket) => socket.close(4009),
    },
  },
};

function tell(socket, event, data) {
  socket.send(JSON.stringify({ event, channel: 'presence-chat', data: JSON.stringify(data) }));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
