/**
 * Logs in like a client without cookies: a token replaces the session's cookie.
 * @param {string} url such as http://127.0.0.1:3000
 * @returns {Promise<{config: any, token: string}>} config: the answer of GET /config
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

/** Makes the options of a Pusher client. @param {string} url @param {any} config @param {string} token */
export function pusherOptions(url, { socketUrl, authEndpoint }, token) {
  const { hostname, port } = new URL(socketUrl);
  return {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: url + authEndpoint,
      transport: 'ajax',
      headers: { Authorization: `Bearer ${token}` },
    },
  };
}
