export const JSON_TYPE = /** @type {[string, string]} */ (['content-type', 'application/json']);

/** @param {number} user @param {number} slot @param {string} [password] @returns {import('./call.js').Call} */
export const logIn = (user, slot, password = 'open sesame') => ({
  method: 'POST',
  target: '/login',
  headers: [JSON_TYPE],
  body: JSON.stringify({ login: `‹u${user}›`, password }),
  keep: slot,
});
