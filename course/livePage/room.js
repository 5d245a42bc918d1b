import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../load/src/paths.js';

/** @import { ChatLayout } from '../src/layout.js' */

/**
 * How phones join the chats, as sent to pages.
 * @typedef {object} Room
 * @property {string} joinCode '' if the class cannot join
 * @property {Array<{name: string, title: string, link: string}>} chats link: for phones
 */

/** @param {string} instance of infra/up @param {ChatLayout[]} chats that run @returns {Room} */
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
