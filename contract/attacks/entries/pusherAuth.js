import assert from 'node:assert/strict';
import { expectError } from '../../suite/expect.js';
import { entries } from '../entry.js';

/**
 * Content types under which one body might be read twice: as a form by one parser, as JSON by another.
 * @type {Record<string, string>}
 */
const types = {
  'a form, with /json behind it': 'application/x-www-form-urlencoded;/json',
  'a form, with JSON as its charset': 'application/x-www-form-urlencoded; charset=application/json',
  'a form, with +json at its end': 'application/x-www-form-urlencoded+json',
  'a form, and JSON': 'application/x-www-form-urlencoded, application/json',
  JSON: 'application/json',
  text: 'text/plain',
};

/**
 * As a form it asks for the chat's channel; as JSON its socket_id is a call of the signed HTTP API, for which any user would get the signature.
 * @param {string} key
 */
function twoFaced(key) {
  const stamp = `auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0&body_md5=${'0'.repeat(32)}`;
  return JSON.stringify({
    socket_id: `POST\n/apps/chat/events\nauth_key=${key}&${stamp}&x=`,
    channel_name: 'private-chat',
    z: '&socket_id=1.1&channel_name=presence-chat&y=',
  });
}

/** Behind two good fields. @type {Record<string, string>} */
const rests = {
  'five thousand more whose names collide': Array.from({ length: 5000 }, (_, i) => `${i * 65_536}=`).join('&'),
  'a thousand and one that are alike': 'a=&'.repeat(1001),
};

export const list = [
  ...entries(
    'a signature for a call of the HTTP API, asked for as',
    types,
    async (h, type) => {
      const { key = '', authEndpoint = '' } = h.server.config;
      const { status, text } = await h.post(authEndpoint, twoFaced(key), { 'content-type': type });
      assert.equal(status, 415, text);
      assert.doesNotMatch(text, /"auth"/);
    },
    { wire: 'pusher' },
  ),

  ...entries(
    'a signature, asked for by a form of two good fields and',
    rests,
    async (h, rest) => {
      const { authEndpoint = '' } = h.server.config;
      const form = `socket_id=1.1&channel_name=presence-chat&${rest}`;
      const answer = await h.post(authEndpoint, form, { 'content-type': 'application/x-www-form-urlencoded' });
      expectError(answer, 'invalid_parameter', 'socket_id');
    },
    { wire: 'pusher' },
  ),
];
