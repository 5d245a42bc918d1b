/**
 * Chat events inside the packets of a wire.
 *
 * @typedef {object} ChatEvent
 * @property {string} name welcome, messages, presence, message, ack; for anything else `packet`
 * @property {any} payload
 * @property {any} rest what else the packet holds, kept for encoding
 *
 * @typedef {{decode: (text: string) => ChatEvent, encode: (event: ChatEvent) => string}} Codec
 */

/** @type {Codec} */
const socketio = {
  decode(text) {
    const [, type, id, json] = /^(4[23])(\d*)(\[.*)$/s.exec(text) ?? [];
    try {
      const list = JSON.parse(json);
      if (type === '43') return { name: 'ack', payload: list[0], rest: { id } };
      return { name: list[0], payload: list[1], rest: { id } };
    } catch {
      return { name: 'packet', payload: text, rest: {} };
    }
  },
  encode({ name, payload, rest }) {
    if (name === 'packet') return payload;
    if (name === 'ack') return `43${rest.id}${JSON.stringify([payload])}`;
    return `42${rest.id ?? ''}${JSON.stringify([name, payload])}`;
  },
};

/** @type {Codec} */
const pusher = {
  decode(text) {
    try {
      const { event, data, ...rest } = JSON.parse(text);
      if (typeof event !== 'string') throw new Error('no event');
      const payload = typeof data === 'string' ? JSON.parse(data) : data;
      if (event === 'ack')
        return { name: event, payload: ackOf(payload), rest: { ...rest, clientId: payload.clientId } };
      return {
        name: event.replace(/^client-/, ''),
        payload,
        rest: { ...rest, fromClient: event.startsWith('client-') },
      };
    } catch {
      return { name: 'packet', payload: text, rest: {} };
    }
  },
  encode({ name, payload, rest: { clientId, fromClient, ...rest } }) {
    if (name === 'packet') return payload;
    if (name === 'ack') return JSON.stringify({ event: name, ...rest, data: JSON.stringify({ clientId, ...payload }) });
    if (fromClient) return JSON.stringify({ event: `client-${name}`, ...rest, data: payload });
    return JSON.stringify({ event: name, ...rest, data: JSON.stringify(payload) });
  },
};

/** @param {any} payload */
function ackOf(payload) {
  const ack = { ...payload };
  delete ack.clientId;
  return ack;
}

/** @type {Record<string, Codec>} */
export const codecs = { 'socket.io': socketio, pusher };
