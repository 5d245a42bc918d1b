/** @typedef {{title: string, url: string}} Chat */

/** @param {[string, string][]} rows @returns {string} a line each, their second words in one column */
function columns(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}

/**
 * The end of what `infra/up` prints: addresses, and for a lecture the commands.
 * @param {Chat[]} chats
 * @param {object} instance
 * @param {string} instance.name
 * @param {boolean} instance.lecture
 */
export function addressesNotice(chats, { name, lecture }) {
  const open = `\nOpen in a browser:\n${columns(chats.map(({ title, url }) => [title, url]))}`;
  if (!lecture) return open;
  const of = name === 'dev' ? '' : ` --instance ${name}`;
  const commands = columns([
    [`course/live${of}`, 'the page for the projector: what each loop and worker does'],
    [`course/lab 1${of}`, 'the first lab; course/lab alone lists them all'],
  ]);
  return `${open}\nFor the class, in another terminal:\n${commands}`;
}
