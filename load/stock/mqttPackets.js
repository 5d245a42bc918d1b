/** Control packets of MQTT 3.1.1 (OASIS), as many of them as who subscribes or publishes needs. */

export const CONNACK = 2;
export const PUBLISH = 3;
export const PUBACK = 4;
export const SUBACK = 9;
export const PINGRESP = 13;

// A client's identifier is the server's to choose; nothing is kept of its session (3.1.2.4).
const CLEAN_SESSION = 0x02;
// Packet identifiers are 1 to 65535 (2.3.1).
const IDENTIFIERS = 65_535;

/** @returns {Buffer} CONNECT, without a keep-alive: no PINGREQ is owed (3.1.2.10) */
export function connect() {
  return packet(0x10, [text('MQTT'), Buffer.from([4, CLEAN_SESSION, 0, 0]), text('')]);
}

/** @param {string} topic @returns {Buffer} SUBSCRIBE, at most once (QoS 0) */
export function subscribe(topic) {
  return packet(0x82, [uint16(1), text(topic), Buffer.from([0])]);
}

/** @param {{topic: string, body: string, identifier: number}} what @returns {Buffer} PUBLISH, at least once (QoS 1): a PUBACK answers it */
export function publish({ topic, body, identifier }) {
  return packet(0x32, [text(topic), uint16(identifier), Buffer.from(body)]);
}

/** @param {number} number of a connection's messages @returns {number} */
export const identifierOf = (number) => 1 + (number % IDENTIFIERS);

/**
 * @typedef {{type: number, flags: number, body: Buffer}} Packet
 *
 * @param {Buffer} bytes
 * @returns {{packets: Packet[], whole: boolean}} whole: no packet's end is missing
 */
export function readPackets(bytes) {
  /** @type {Packet[]} */
  const packets = [];
  for (let at = 0; at < bytes.length;) {
    const length = remainingLength(bytes, at + 1);
    if (!length || length.from + length.value > bytes.length) return { packets, whole: false };
    const end = length.from + length.value;
    packets.push({ type: bytes[at] >> 4, flags: bytes[at] & 0x0f, body: bytes.subarray(length.from, end) });
    at = end;
  }
  return { packets, whole: true };
}

/** @param {Packet} packet a PUBLISH @returns {Buffer} what was published */
export function publishedIn({ flags, body }) {
  const qos = (flags >> 1) & 3;
  return body.subarray(2 + body.readUInt16BE(0) + (qos > 0 ? 2 : 0));
}

/**
 * @param {Buffer} bytes @param {number} from
 * @returns {{value: number, from: number} | null} from: where what is so long begins; null: the bytes end before (2.2.3)
 */
function remainingLength(bytes, from) {
  let value = 0;
  for (let place = 0; place < 4 && from + place < bytes.length; place++) {
    const byte = bytes[from + place];
    value += (byte & 0x7f) * 128 ** place;
    if (byte < 0x80) return { value, from: from + place + 1 };
  }
  return null;
}

/** @param {number} first type and flags @param {Buffer[]} parts */
function packet(first, parts) {
  const body = Buffer.concat(parts);
  const header = [first];
  let rest = body.length;
  do {
    const more = rest >= 128 ? 0x80 : 0;
    header.push((rest % 128) | more);
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), body]);
}

/** @param {number} value */
const uint16 = (value) => Buffer.from([value >> 8, value & 0xff]);

/** @param {string} value */
const text = (value) => Buffer.concat([uint16(Buffer.byteLength(value)), Buffer.from(value)]);
