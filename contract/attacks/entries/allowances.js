import assert from 'node:assert/strict';
import { limits } from '../../suite/contract.js';
import { pause } from '../../suite/expect.js';
import { entry } from '../entry.js';
import { holdOpen } from '../rawHttp.js';
import { frame } from '../rawSocket.js';

const PING_BYTES = 100; // a control frame has at most 125
/** So many of them are within what a socket may say before it has joined. */
const PINGS_READ = limits.unjoinedBytesBurst / (PING_BYTES + limits.socketFrameBytes);

/** So many connections of one address may be under way. */
const UNDER_WAY = limits.unjoinedPerAddressMax;

export const list = [
  entry('a socket that has not joined and pings on and on', async (h) => {
    const raw = await h.socket();
    const pings = Math.ceil(4 * PINGS_READ);
    // One by one: of those that come in one piece the last alone is answered.
    for (let i = 0; i < pings; i++) {
      raw.write(frame({ opcode: 9, payload: Buffer.alloc(PING_BYTES, i) }));
      await pause(1);
    }
    await pause(200);
    const answered = raw.frames.filter(({ opcode }) => opcode === 10).length;
    assert.ok(answered > 0, 'no ping was answered');
    if (h.server.config.rateLimits) assert.ok(answered < 2 * PINGS_READ, `${answered} of ${pings} pings were answered`);
  }),

  entry('a joined socket whose every message is refused', async (h) => {
    const raw = await h.joined();
    const packet = frame({ opcode: 1, payload: Buffer.from(h.wire.packet({ text: '', clientId: 'x' })) });
    const within = limits.socketBytesBurst / (limits.refusedMessageBytes + limits.socketFrameBytes + packet.length);
    const sent = Math.ceil(4 * within);
    raw.write(Buffer.concat(Array.from({ length: sent }, () => packet)));
    assert.ok(await raw.text((text) => text.includes('empty_text')), 'none was answered');
    await pause(400);
    const answered = raw.texts.filter((text) => text.includes('empty_text')).length;
    if (h.server.config.rateLimits) assert.ok(answered < 2 * within, `${answered} of ${sent} were answered at once`);
  }),

  entry('a joined socket that says on and on that its user writes', async (h) => {
    const raw = await h.joined();
    const word = frame({ opcode: 1, payload: Buffer.from(h.wire.typing) });
    const isTold = (/** @type {string} */ text) => /"typing"/.test(text);
    raw.write(Buffer.concat(Array.from({ length: 2000 }, () => word)));
    assert.ok(await raw.text(isTold), 'nobody was told');
    await pause(2 * limits.presenceMinWindowMs);
    const told = raw.texts.filter(isTold).length;
    assert.ok(told <= 4, `${told} events`);
    const packet = frame({ opcode: 1, payload: Buffer.from(h.wire.packet({ text: '', clientId: 'x' })) });
    raw.write(packet);
    await pause(400);
    const isHeard = raw.texts.some((text) => text.includes('empty_text'));
    if (h.server.config.rateLimits) assert.ok(!isHeard, 'it is read on as if its words cost nothing');
  }),

  entry('more handshakes of one address than may be under way leave room for others', async (h) => {
    if (!h.server.config.rateLimits) return;
    const { release, leftAfter } = await holdOpen(h.socketPort, UNDER_WAY + 20, 'GET / HTTP/1.1\r\nhost: x\r\nx: ', {
      from: '127.0.0.67',
    });
    h.endings.push(release);
    let open = Infinity;
    for (const until = Date.now() + 5000; open > UNDER_WAY && Date.now() < until;) open = await leftAfter(50);
    assert.ok(open <= UNDER_WAY, `${open} of one address are open, at most ${UNDER_WAY} may be`);
    h.from = '127.0.0.67';
    const one = await h.socket().catch(() => ({ status: 0 }));
    assert.ok([0, 503].includes(one.status), `one more of it got ${one.status}`);
    h.from = '127.0.0.68';
    assert.equal((await h.socket()).status, 101, 'another address');
  }),
];
