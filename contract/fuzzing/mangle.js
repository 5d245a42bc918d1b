import { frame } from '../attacks/rawSocket.js';
import { packets, pieces } from './packets.js';

/**
 * The next frame, out of the seed alone.
 * Most are sound frames with a mangled packet, which reach the parsers behind; some are broken as frames.
 * @param {import('./random.js').Dice} dice @param {string} wire @returns {Buffer}
 */
export function nextFrame(dice, wire) {
  const payload = Buffer.from(mangledPacket(dice, wire));
  if (dice.chance(0.97)) return frame({ opcode: 1, payload });
  return brokenFrame(dice, payload);
}

/** @param {import('./random.js').Dice} dice @param {string} wire @returns {string} */
export function mangledPacket(dice, wire) {
  let text = dice.pick(packets[wire]);
  for (let times = dice.below(4); times > 0; times--) text = dice.pick(changes)(text, dice, wire);
  return text.slice(0, 60_000);
}

/** @type {((text: string, dice: import('./random.js').Dice, wire: string) => string)[]} */
const changes = [
  // A piece put in, or in the place of something.
  (text, dice) => splice(text, dice, 0, dice.pick(pieces)),
  (text, dice) => splice(text, dice, dice.below(8), dice.pick(pieces)),
  // Something left out, or said twice.
  (text, dice) => splice(text, dice, dice.below(text.length), ''),
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
  (text, dice) => splice(text, dice, 0, text.slice(dice.below(text.length + 1))),
  // One letter changed.
  (text, dice) => splice(text, dice, 1, String.fromCharCode(dice.below(dice.chance(0.8) ? 128 : 65_536))),
  // A value of another type.
  (text, dice) =>
    text.replace(/"[^"]*"(?=[,}\]])/, () => dice.pick(['7', 'null', '[]', '{}', 'true', '["a"]', '{"a":1}', '-1e5'])),
  (text, dice) =>
    text.replace(
      /\{/,
      () =>
        `{${dice.pick(['"event"', '"data"', '"channel"', '"text"', '"clientId"'])}:${dice.pick(['[]', '{}', '7', '""'])},`,
    ),
  // Two packets that have grown together.
  (text, dice, wire) => text + dice.pick(packets[wire]),
  (text, dice) => text.repeat(1 + dice.below(5)),
];

/** @param {string} text @param {import('./random.js').Dice} dice @param {number} length @param {string} put */
function splice(text, dice, length, put) {
  const at = dice.below(text.length + 1);
  return text.slice(0, at) + put + text.slice(at + length);
}

/** @param {import('./random.js').Dice} dice @param {Buffer} payload @returns {Buffer} */
function brokenFrame(dice, payload) {
  const kind = dice.below(8);
  if (kind === 0) return frame({ opcode: dice.below(16), payload, reserved: dice.below(8), fin: dice.chance(0.5) });
  if (kind === 1) return frame({ opcode: 1, payload, masked: false });
  if (kind === 2) return frame({ opcode: 1, payload, length: payload.length + dice.below(100) });
  if (kind === 3) return frame({ opcode: 2, payload: dice.bytes(dice.below(200)) });
  if (kind === 4) return frame({ opcode: 1, payload: dice.bytes(dice.below(60)) });
  if (kind === 5) return frame({ opcode: 8, payload: dice.bytes(dice.below(10)) });
  if (kind === 6) return frame({ opcode: 9 + dice.below(2), payload: dice.bytes(dice.below(125)) });
  return Buffer.concat([
    frame({ opcode: 1, payload, fin: false }),
    frame({ opcode: 0, payload, fin: dice.chance(0.5) }),
  ]);
}
