import { open } from 'node:fs/promises';

// Many changes are one pass over the file, and passes take at most a tenth of the time.
const GATHERED_MS = 2000;
const REST_PER_WORK = 9;
const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ID = Buffer.from('{"_id":"');
const TEXT = Buffer.from(',"text":"');

/**
 * NeDB appends the new state of a document and leaves the old one in the file. This overwrites the texts of old
 * lines with blanks. Writing the whole file anew would stop the event loop for half a second with 200,000
 * messages.
 * @param {string} file
 * @param {() => Promise<number>} written how many bytes of the file are whole lines that will stay
 */
export function createErasure(file, written) {
  /** @type {Set<string>} ids of documents whose earlier lines may have a text */
  let changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let pass = Promise.resolve();

  async function begin() {
    const ids = changed;
    changed = new Set();
    const began = performance.now();
    try {
      await eraseEarlier(file, await written(), ids);
    } catch {
      for (const id of ids) changed.add(id); // the disk fails: again with the next ones
    }
    timer = undefined;
    if (changed.size > 0) wait(Math.max(GATHERED_MS, REST_PER_WORK * (performance.now() - began)));
  }

  /** @param {number} ms */
  function wait(ms) {
    timer ??= setTimeout(() => (pass = begin()), ms).unref();
  }

  return {
    /** A document has another line by now. @param {string} id */
    changed(id) {
      changed.add(id);
      wait(GATHERED_MS);
    },
    /** With the last pass. */
    async close() {
      await pass;
      if (changed.size > 0) await begin();
      clearTimeout(timer);
    },
  };
}

/** @param {string} file @param {number} size bytes to look at @param {Set<string>} ids */
async function eraseEarlier(file, size, ids) {
  const handle = await open(file, 'r+');
  try {
    /** @type {Map<string, Place>} where the text of its newest line so far stands */
    const newest = new Map();
    /** @type {Place[]} */
    const earlier = [];
    for await (const { at, lines } of chunksOf(handle, size)) {
      for (let begin = 0, end; begin < lines.length; begin = end + 1) {
        end = lines.indexOf(LINE_END, begin);
        const line = lines.subarray(begin, end);
        const id = idOf(line);
        if (id === null || !ids.has(id)) continue;
        const before = newest.get(id);
        if (before) earlier.push(before);
        const text = textOf(line);
        newest.set(id, { at: at + begin + text.from, bytes: text.to - text.from });
      }
    }
    await handle.datasync(); // what a document is now is on the disk before what it was goes
    for (const { at, bytes } of earlier) await handle.write(Buffer.alloc(bytes, ' '), 0, bytes, at);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** @typedef {{ at: number, bytes: number }} Place in a file */

/**
 * A file in pieces that end with a line.
 * @param {import('node:fs/promises').FileHandle} handle
 * @param {number} size
 * @returns {AsyncGenerator<{ at: number, lines: Buffer }>} at: bytes before them
 */
async function* chunksOf(handle, size) {
  let rest = Buffer.alloc(0);
  for (let at = 0; at + rest.length < size;) {
    const place = at + rest.length;
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - place));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, place);
    if (bytesRead === 0) return;
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    yield { at, lines: bytes.subarray(0, end) };
    at += end;
    rest = bytes.subarray(end);
  }
}

/** NeDB writes `_id` first, and JSON escapes nothing in ours. @param {Buffer} line @returns {string | null} */
function idOf(line) {
  if (line.length < ID.length || ID.compare(line, 0, ID.length) !== 0) return null;
  return line.toString('latin1', ID.length, line.indexOf(QUOTE, ID.length));
}

/**
 * Where the text stands in a line, escaped as JSON has it; a deleted message has none. A quote in another value is
 * escaped.
 * @param {Buffer} line
 */
function textOf(line) {
  const key = line.indexOf(TEXT);
  if (key === -1) return { from: 0, to: 0 };
  const from = key + TEXT.length;
  let to = from;
  while (to < line.length && line[to] !== QUOTE) to += line[to] === BACKSLASH ? 2 : 1;
  return { from, to };
}
