import assert from 'node:assert/strict';
import { expectError } from '../../suite/expect.js';
import { freshClientId, freshLogin, PASSWORD } from '../../suite/person.js';
import { entries, entry } from '../entry.js';

/** Wrong types and monstrous values, as JSON text. @type {Record<string, string>} */
const values = {
  'a number': '7',
  'a number beyond every double': '1e99999',
  'five thousand digits': '9'.repeat(5000),
  'the smallest fraction': '-0.1e-9999',
  true: 'true',
  'an empty list': '[]',
  'a list of strings': '["a","b"]',
  'an object': '{"$gt":""}',
  'an object that plays a string': '{"length":3,"toString":"x","__proto__":{"length":1}}',
  'ten thousand numbers': `[${'1,'.repeat(10_000)}1]`,
};

/** @param {string} field @param {string} json @param {Record<string, string>} others */
const bodyWith = (field, json, others) =>
  `{${[...Object.entries(others).map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"${field}":${json}`].join()}}`;

/** @param {import('../../suite/request.js').Answer} answer @param {string} code @param {string} field */
function expectRefused(answer, code, field) {
  // JSON knows no infinity: a parser may refuse such a number instead of the field.
  if (answer.status === 400) return expectError(answer, 'bad_json');
  return expectError(answer, code, field);
}

export const list = [
  ...entries('login is', values, async (h, json) => {
    expectRefused(await h.post('/login', bodyWith('login', json, { password: PASSWORD })), 'login_invalid', 'login');
  }),
  ...entries('password is', values, async (h, json) => {
    const body = bodyWith('password', json, { login: freshLogin() });
    expectRefused(await h.post('/login', body), 'password_invalid', 'password');
  }),
  // No harm where the server has no join code; where it has one, none of these is it.
  ...entries('joinCode is', values, async (h, json) => {
    // Without a session: whoever logs in as somebody else ends the one they came with.
    const body = bodyWith('joinCode', json, { login: freshLogin(), password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const answer = await h.server.call('/login', { method: 'POST', body, headers });
    if (!h.server.config.features.includes('joinCode') && answer.status === 201) return;
    expectRefused(answer, 'wrong_join_code', 'joinCode');
  }),
  ...entries('text is', values, async (h, json) => {
    expectRefused(
      await h.post('/messages', bodyWith('text', json, { clientId: freshClientId() })),
      'text_invalid',
      'text',
    );
  }),
  ...entries('clientId is', values, async (h, json) => {
    const body = bodyWith('clientId', json, { text: 'a' });
    expectRefused(await h.post('/messages', body), 'client_id_invalid', 'clientId');
  }),

  entry('thirty thousand brackets', async (h) => {
    for (const bracket of ['[', '{"a":']) expectError(await h.post('/messages', bracket.repeat(10_000)), 'bad_json');
    expectError(await h.post('/messages', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), 'bad_json');
  }),

  entry('keys by the thousand, all the same or in one bucket', async (h) => {
    const same = `{${'"text":"a",'.repeat(5000)}"clientId":""}`;
    expectError(await h.post('/messages', same), 'bad_json');
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [String(i * 65_536), 1]));
    expectError(await h.post('/messages', JSON.stringify(many)), 'bad_json');
    expectError(await h.post('/logout', JSON.stringify(many)), 'bad_json');
  }),

  entry('a prototype that wants to be everybody’s', async (h) => {
    const evil =
      '{"__proto__":{"text":"evil","clientId":"evil","status":500},"constructor":{"prototype":{"text":"evil"}}}';
    expectError(await h.post('/messages', evil), 'empty_text', 'text');
    expectError(await h.post('/messages', '{}'), 'empty_text', 'text');
  }),

  entry('bytes that are no UTF-8, in every place', async (h) => {
    for (const bytes of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xf8\x88\x80\x80\x80', '\xfe']) {
      for (const body of [`{"text":"${bytes}","clientId":"c"}`, `{"${bytes}":1}`, bytes, `${bytes}{}`]) {
        expectError(await h.post('/messages', Buffer.from(body, 'latin1')), 'bad_json');
      }
    }
  }),

  entry('a byte order mark, UTF-16 and UTF-32', async (h) => {
    for (const body of [Buffer.from('{"text":"a"}', 'utf16le'), Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0])]) {
      expectError(await h.post('/messages', body), 'bad_json');
    }
    const marked = await h.post('/messages', '\ufeff{}');
    assert.ok([400, 422].includes(marked.status), `${marked.status}`);
  }),

  entry('NUL bytes between and inside the tokens', async (h) => {
    for (const body of ['{}\0', '\0{}', '{"text":\0"a"}', '{"text":"a\0b"}', '{"te\0xt":"a"}']) {
      expectError(await h.post('/messages', body), 'bad_json');
    }
  }),

  entry('words that only some parsers take for JSON', async (h) => {
    for (const body of [
      "{'text':'a'}",
      '{text:"a"}',
      '{"text":undefined}',
      '{"a":Infinity}',
      '{"a":0x10}',
      '{/**/}',
      '{"a":1,}',
    ]) {
      expectError(await h.post('/messages', body), 'bad_json');
    }
  }),
];
