import { Connection, readFrames } from '../benches/wire/connection.js';
import { FrameLibrary } from '../benches/wire/frameLibrary.js';
import { SocketSender } from '../run/socketSender.js';
import { publishedMessage } from './publishedMessage.js';
import * as mqtt from './mqttPackets.js';

/** @typedef {import('../benches/wire/meaning.js').Meaning} Meaning */

const TOPIC = 'chat';
const OTHER = /** @type {Meaning} */ ({ kind: 'other' });

/**
 * A subscriber of an MQTT broker by WebSocket, at QoS 0; what it gets is what was published.
 * @returns {import('../benches/wire/meaning.js').Wire}
 */
export function mqttWire() {
  return {
    path: () => '/mqtt',
    subprotocol: 'mqtt',
    binary: true,
    greeting: mqtt.connect(),
    read,
    join: async () => mqtt.subscribe(TOPIC),
    pong: '',
    message: (_text, clientId, number) =>
      mqtt.publish({ topic: TOPIC, body: publishedMessage(clientId), identifier: mqtt.identifierOf(number) }),
    ackKey: (_clientId, number) => mqtt.identifierOf(number),
  };
}

/**
 * Connects who publishes, at QoS 1, and subscribes to nothing: a PUBACK is the ack.
 * @param {import('../benches/wire/meaning.js').Target} target
 * @returns {Promise<{sendWith: import('../run/loadClient.js').SendWith, close: () => void}>}
 */
export async function connectPublisher(target) {
  const subscriber = mqttWire();
  /** @type {import('../benches/wire/meaning.js').Wire} */
  const wire = {
    ...subscriber,
    read(payload) {
      const read = subscriber.read(payload);
      return read.meaning.kind === 'open' ? { ...read, meaning: { kind: 'joined' } } : read;
    },
  };
  const session = { name: 'publisher', cookie: '' };
  const connection = new Connection({ target, wire, library: new FrameLibrary(readFrames(wire)), session });
  await connection.join();
  const publisher = { connection };
  return {
    sendWith(ledger) {
      const sender = new SocketSender(ledger);
      return (number, intendedAt) => sender.send(publisher, { sender: 0, number, intendedAt });
    },
    close: () => connection.close(),
  };
}

/** @type {import('../benches/wire/meaning.js').Wire['read']} */
function read(payload) {
  const { packets, whole } = mqtt.readPackets(payload);
  // MQTT allows it. A broker that does it needs a client that keeps what each connection's frames left over.
  if (!whole) return own({ kind: 'closing', reason: 'a packet of MQTT was cut across WebSocket frames' });
  const published = packets.filter(({ type }) => type === mqtt.PUBLISH);
  if (published.length === 0 && packets.length === 1) return own(meaningOf(packets[0]));
  if (published.length < packets.length)
    return own({ kind: 'closing', reason: 'a WebSocket frame had several packets of MQTT, not all of them messages' });
  const messages = published.flatMap((packet) => JSON.parse(mqtt.publishedIn(packet).toString()).messages);
  return { meaning: { kind: 'messages', messages }, messages: messages.length, shared: true };
}

/** @param {mqtt.Packet} packet @returns {Meaning} */
function meaningOf({ type, body }) {
  if (type === mqtt.CONNACK)
    return body[1] === 0 ? { kind: 'open' } : { kind: 'refused', reason: `CONNACK with ${body[1]}` };
  if (type === mqtt.SUBACK)
    return body[2] < 0x80 ? { kind: 'joined' } : { kind: 'refused', reason: `SUBACK with ${body[2]}` };
  if (type === mqtt.PUBACK) return { kind: 'ack', key: body.readUInt16BE(0), taken: true };
  return OTHER;
}

/** @param {Meaning} meaning of one receiver alone */
const own = (meaning) => ({ meaning, messages: 0, shared: false });
