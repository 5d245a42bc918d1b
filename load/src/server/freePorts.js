import fs from 'node:fs';
import net from 'node:net';

// Above it are no ports that the project's own instances have.
const FROM = 20_000;
// Fewer to choose from are none: others choose too.
const ENOUGH = 2000;

/**
 * @param {number} count
 * @returns {Promise<number[]>} ports of 127.0.0.1 that nobody listens on. They lie below those that the kernel gives to whoever connects, where it leaves room for that: so
 *   nobody gets one of them before the server listens there, or while it starts again.
 */
export async function freePorts(count) {
  /** @type {net.Server[]} */
  const servers = [];
  while (servers.length < count) {
    const server = await listen(candidate()).catch(() => null);
    if (server) servers.push(server);
  }
  const ports = servers.map((server) => /** @type {net.AddressInfo} */ (server.address()).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @returns {number} 0: the kernel may choose */
function candidate() {
  const room = givenFrom() - FROM;
  return room < ENOUGH ? 0 : FROM + Math.floor(Math.random() * room);
}

/** @returns {number} the first port that the kernel gives to whoever connects */
function givenFrom() {
  try {
    return Number(fs.readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
  } catch {
    return 0;
  }
}

/** @param {number} port @returns {Promise<net.Server>} */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
