import { createHash, createHmac } from 'node:crypto';
import { publish, publishedMessage } from './publish.js';
import { pusherWire } from './pusher.js';

/** @import { Endpoint, Wire } from './types.js' */

/**
 * Speaks to a server of the Pusher protocol without a chat, such as Reverb. Messages go to its HTTP API, as those of an
 * application do, and arrive over the sockets. Its channel is public, so nobody logs in.
 * @param {Endpoint} endpoint has the app's secret
 * @returns {Wire}
 */
export function pusherServerWire(endpoint) {
  const { url, channel } = endpoint;
  return {
    ...pusherWire(endpoint),
    join: async () => JSON.stringify({ event: 'pusher:subscribe', data: { channel } }),
    post(text, clientId) {
      const data = JSON.stringify({ messages: [publishedMessage(text, clientId)] });
      const body = JSON.stringify({ name: 'messages', channel, data });
      return publish(url + eventPath(endpoint, body, Date.now() / 1000), body);
    },
  };
}

/**
 * Signs the path of an event: https://pusher.com/docs/channels/library_auth_reference/rest-api/#authentication.
 * @param {Pick<Endpoint, 'app' | 'key' | 'secret'>} endpoint
 * @param {string} body @param {number} time s since 1970
 */
export function eventPath({ app, key, secret = '' }, body, time) {
  const path = `/apps/${app}/events`;
  const md5 = createHash('md5').update(body).digest('hex');
  const query = `auth_key=${key}&auth_timestamp=${Math.floor(time)}&auth_version=1.0&body_md5=${md5}`;
  const signature = createHmac('sha256', secret).update(`POST\n${path}\n${query}`).digest('hex');
  return `${path}?${query}&auth_signature=${signature}`;
}
