import { execFileSync } from 'node:child_process';

/** @returns {number} descriptors that one process may hold here at most */
export function hardDescriptorLimit() {
  const text = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return text === 'unlimited' ? Infinity : Number(text);
}
