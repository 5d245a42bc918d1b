import { readFileSync } from 'node:fs';

export const MB = 1024 * 1024;

/** Resident bytes of a process; undefined where it is gone. @param {number | undefined} pid @returns {number | undefined} */
export function rssOf(pid) {
  if (!pid) return undefined;
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Whether a process has grown by no more than that.
 * @param {number} pid @param {{from: number | undefined, to: number | undefined, growth: number}} sizes bytes; `growth` in MB
 */
export function growthVerdict(pid, { from, to, growth }) {
  if (from === undefined || to === undefined) return { said: `process ${pid} is gone`, held: false };
  const grown = (to - from) / MB;
  const said = `grown by ${grown.toFixed(1)} MB from ${Math.round(from / MB)} MB, at most ${growth} MB`;
  return { said, held: grown <= growth };
}
