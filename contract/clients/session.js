/**
 * Logs in, as a client without cookies does: the token stands in the session's place.
 * @param {string} url such as http://127.0.0.1:3000
 * @returns {Promise<{config: any, token: string}>} config: what GET /config answers
 */
export async function logIn(url, login = `js-${Date.now().toString(36)}`) {
  const config = await (await fetch(`${url}/config`)).json();
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: 'open sesame', joinCode: process.env.CHAT_JOIN_CODE, token: true }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { token } = await response.json();
  return { config, token };
}

/** How a socket of the Pusher protocol gets the proof with which it joins. @param {string} url @param {any} config @param {string} token */
export const authorization = (url, { authEndpoint }, token) => ({
  endpoint: url + authEndpoint,
  transport: /** @type {const} */ ('ajax'),
  headers: { Authorization: `Bearer ${token}` },
});
