import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../instance.js';
import { laravelParts } from './laravel.js';
import { mariadb } from './mariadb.js';
import { mongo } from './mongo.js';
import { nginx } from './nginx.js';
import { nodeChat } from './node-chat.js';
import { phpFpm } from './php-fpm.js';
import { hasLabCalls } from './shared-env.js';
import { slowServer } from './slow-server.js';

/** @typedef {import('../instance.js').Instance} Instance */
/** @typedef {Record<string, string>} Secrets what var/NAME/env holds */

/**
 * @typedef {object} Part one supervised program
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string>} env its settings; no value may hold a quote
 * @property {string} url where people, clients or other parts reach it
 * @property {number} [port]
 * @property {string[]} [hosts] addresses at which it must have that port; loopback where absent
 * @property {string[]} [sockets] unix sockets that it listens on, which must take a connection once it is ready
 * @property {string} [health] answers 200 once it is ready (as ask() takes it); without it its port or its sockets must take a connection
 * @property {(secrets: Secrets) => void} [prepare] runs before it starts
 * @property {number} [stopSeconds] how long it may take to stop (12)
 */

/**
 * The parts of an instance in the order they start; a part needs only those before it.
 * @param {Instance} it
 * @returns {Part[]}
 */
export function parts(it) {
  const { only, real } = it.options;
  /** @type {(Part | null)[]} */
  const list = hasLabCalls(it) ? [slowServer(it)] : [];
  if (only !== 'laravel' && existsSync(join(root, 'node-chat/src/main.js'))) {
    if (real) list.push(mongo(it));
    list.push(nodeChat(it));
  }
  if (only !== 'node' && existsSync(join(root, 'laravel-chat/artisan'))) {
    if (real) list.push(mariadb(it));
    list.push(...laravelParts(it, [phpFpm(it), nginx(it)]));
  }
  return list.filter((part) => part !== null);
}

/** @type {Record<string, string[]>} */
const chats = { node: ['node'], laravel: ['loop', 'fpm', 'nginx'] };

/**
 * The parts of a chat without its database, or the one part of that name.
 * @param {Instance} it
 * @param {string} word `node`, `laravel` or the name of a part
 */
export function chatParts(it, word) {
  const names = chats[word] ?? [word];
  return parts(it).filter((part) => names.includes(part.name));
}
