/**
 * @param {string} url of a null server, which knows nobody and stores nothing
 * @param {import('./wire/meaning.js').Target['wire']} wire
 * @returns {import('./wire/meaning.js').Target}
 */
export const nullTarget = (url, wire) => ({
  name: 'null server',
  url,
  wire,
  socketUrl: url.replace('http', 'ws'),
  key: 'null',
  authUrl: url,
});

/** @param {number} count @returns {import('./wire/meaning.js').Session[]} */
export const nullSessions = (count) =>
  Array.from({ length: count }, (_, number) => ({ name: `null ${number}`, cookie: '' }));
