import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Whose private members privateMembers.js knows, each as the one before it finds it. */
export const KNOWN_VERSIONS = { 'socket.io': '4.8.4', 'engine.io': '6.6.11', ws: '8.21.3' };

/** @returns {Record<string, string>} the versions that are installed */
export function installedVersions() {
  /** @type {Record<string, string>} */
  const versions = {};
  let from = import.meta.filename;
  for (const name of Object.keys(KNOWN_VERSIONS)) {
    from = createRequire(from).resolve(name);
    versions[name] = versionOf(name, from);
  }
  return versions;
}

/** @param {string} name @param {string} file of that package */
function versionOf(name, file) {
  const folder = file.slice(0, file.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
  try {
    return String(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version);
  } catch {
    return 'of a version that cannot be read';
  }
}

/**
 * What is written past the queues of Socket.IO touches its private members: only of versions that are known.
 * @param {Pick<import('../../config.js').Config, 'privateMembers'>} config
 * @param {Pick<import('../../log.js').Log, 'warn'>} log
 * @param {Record<string, string>} [installed]
 * @returns {boolean}
 */
export function mayBeDirect({ privateMembers }, log, installed = installedVersions()) {
  const others = Object.entries(KNOWN_VERSIONS).filter(([name, version]) => installed[name] !== version);
  const why = privateMembers ? others.map(([name]) => `${name} ${installed[name]}`) : ['CHAT_PRIVATE_MEMBERS=off'];
  if (why.length > 0) log.warn({ why }, 'sockets are told by the public API of Socket.IO, which is slower');
  return why.length === 0;
}
