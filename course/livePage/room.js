import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../load/src/paths.js';

/** @import { ChatLayout } from '../src/layout.js' */

/**
 * Tells pages how phones join the chats.
 * @typedef {object} Room
 * @property {string} joinCode '' if the class cannot join
 * @property {Array<{name: string, title: string, link: string}>} chats link: for phones
 */

/** @param {string} instance one of infra/up @param {ChatLayout[]} chats the running ones @returns {Room} */
export function roomOf(instance, chats) {
  const file = path.join(ROOT, `var/${instance}/instance.json`);
  const options = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const links = chats.map(({ name, title, url }) => {
    const link = new URL(url);
    if (options.classroom) link.hostname = options.host;
    return { name, title, link: link.origin };
  });
  return { joinCode: options.classroom ? options.joinCode : '', chats: links };
}
