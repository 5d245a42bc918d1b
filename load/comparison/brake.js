import fs from 'node:fs';
import path from 'node:path';

const MAIN = 'node-chat/src/main.js';
const BRAKE = 'node-chat/src/brake.js';

/**
 * Makes the Node.js chat of a checkout slower: whatever processor time its process takes, its loop takes a share of it once more.
 * What is slowed down so is known exactly, and no one function of it is to blame.
 * @param {string} root of the checkout @param {number} percent
 * @throws {Error} where the checkout's chat does not begin as expected
 */
export function plantBrake(root, percent) {
  fs.writeFileSync(path.join(root, BRAKE), brake(percent / 100));
  const main = path.join(root, MAIN);
  fs.writeFileSync(main, `import './${path.basename(BRAKE)}';\n${fs.readFileSync(main, 'utf8')}`);
}

/** @param {number} share @returns {string} a module */
const brake = (share) => `
const taken = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
let before = taken();
setInterval(() => {
  const now = taken();
  const until = now + (now - before) * ${share};
  while (taken() < until);
  before = taken();
}, 10).unref();
`;
