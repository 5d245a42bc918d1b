import { open } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;
const NEWLINE = 10;

/**
 * A process killed in the middle of an append leaves half a line, which was never acknowledged: it goes, or the next
 * append would be joined to it.
 * @param {string} file that may not exist
 */
export async function cutTornLine(file) {
  const handle = await open(file, 'r+').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let end = size;
    while (end > 0) {
      const start = Math.max(0, end - CHUNK_BYTES);
      const { bytesRead } = await handle.read(chunk, 0, end - start, start);
      const newline = chunk.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      end = newline < 0 ? start : start + newline + 1;
      if (newline >= 0) break;
    }
    if (end < size) await handle.truncate(end);
  } finally {
    await handle.close();
  }
}
