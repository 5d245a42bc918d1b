import net from 'node:net';
import { codecs } from './events.js';
import { encodeFrame, FrameReader } from './frames.js';

/**
 * Passes one WebSocket on, frame by frame.
 * @param {import('node:http').IncomingMessage} incoming @param {import('node:stream').Duplex} client @param {Buffer} first
 * @param {object} through
 * @param {URL} through.upstream @param {string} through.wire
 * @param {import('./mutant.js').Mutant} through.mutant @param {any} through.memory
 * @param {import('./startProxy.js').Translate} through.translate
 * @param {Set<import('./mutant.js').Link>} through.links
 */
export function passSocket(incoming, client, first, { upstream, wire, mutant, memory, translate, links }) {
  const upgrade = { path: incoming.url ?? '/', headers: translate.request(incoming.headers), memory };
  mutant.upgrade?.(upgrade);
  const { refuse } = /** @type {import('./mutant.js').Upgrade} */ (upgrade);
  client.on('error', () => {});
  if (refuse) return void client.end(`HTTP/1.1 ${refuse} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  const server = net.connect(Number(upstream.port), upstream.hostname);
  const codec = codecs[wire];
  /** @type {import('./mutant.js').Link} */
  const link = {
    tell: (event) => void client.write(encodeFrame(textFrame(codec.encode(event)), false)),
    ask: (event) => void server.write(encodeFrame(textFrame(codec.encode(event)), true)),
    cut: () => [client, server].forEach((end) => end.destroy()),
    links,
    own: {},
    wire,
    memory,
    cookie: String(incoming.headers.cookie ?? ''),
  };
  links.add(link);
  server.on('error', () => client.destroy());
  server.on('end', () => mutant.ended?.(link));
  server.on('close', () => {
    links.delete(link);
    if (!mutant.lingers) client.end();
    mutant.left?.(link);
  });
  client.on('close', () => server.destroy());
  server.write(requestHead(upgrade.path, upgrade.headers));
  pass(server, client, {
    masked: false,
    onFrame: mutant.frameToClient,
    onEvent: mutant.toClient,
    hoards: mutant.hoards,
  });
  if (first.length) client.unshift(first);
  pass(client, server, { masked: true, onFrame: mutant.frameToServer, onEvent: mutant.toServer });

  /**
   * @param {import('node:stream').Duplex} from @param {import('node:stream').Duplex} to
   * @param {{masked: boolean, onFrame?: import('./mutant.js').Mutant['frameToClient'], onEvent?: import('./mutant.js').Mutant['toClient'], hoards?: boolean}} how
   */
  function pass(from, to, { masked, onFrame, onEvent, hoards }) {
    const reader = new FrameReader();
    // The server's side begins with the HTTP answer to the handshake, which passes as it is.
    let head = masked ? undefined : Buffer.alloc(0);
    from.on('data', (/** @type {Buffer} */ chunk) => {
      if (head) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = Number(head.toString('latin1', 9, 12));
        if (status !== 101) return void to.write(chunk);
        to.write(head.subarray(0, end + 4));
        chunk = head.subarray(end + 4);
        head = undefined;
      }
      const bytes = onFrame || onEvent ? altered(chunk) : chunk;
      if (bytes.length && !to.write(bytes) && !hoards) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    });

    /** @param {Buffer} chunk */
    function altered(chunk) {
      return Buffer.concat(
        reader.push(chunk).flatMap((frame) => {
          const frames = onFrame?.(frame, link);
          if (frames) return frames.map((each) => encodeFrame(each, masked));
          if (!onEvent || frame.opcode !== 1 || !frame.fin) return [frame.raw];
          const events = onEvent(codec.decode(frame.payload.toString('utf8')), link);
          if (!events) return [frame.raw];
          return events.map((event) => encodeFrame(textFrame(codec.encode(event)), masked));
        }),
      );
    }
  }
}

/** @param {string} text */
const textFrame = (text) => ({ opcode: 1, payload: Buffer.from(text) });

/** @param {string} path @param {Record<string, any>} headers */
function requestHead(path, headers) {
  const lines = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
