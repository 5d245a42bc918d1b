import { execFileSync } from 'node:child_process';

/** @returns {number} the most descriptors that one process may hold on this machine */
export function hardDescriptorLimit() {
  const text = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return text === 'unlimited' ? Infinity : Number(text);
}
