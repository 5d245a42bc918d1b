import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus } from '../suite/expect.js';
import { freshClientId, freshLogin, PASSWORD } from '../suite/person.js';

const json = { 'content-type': 'application/json' };

/** @param {import('../suite/trial.js').Trial} t @param {string | Buffer} body @param {Record<string, string | string[]>} [headers] */
const login = (t, body, headers = json) => t.call('/login', { method: 'POST', headers, body });

/** A login body with one more member. @param {string} value JSON text */
const withMember = (value, key = '"extra"') =>
  `{"login":${JSON.stringify(freshLogin())},"password":"${PASSWORD}",${key}:${value}}`;

/** Arrays in arrays: with the outermost object, `depth` levels in all. @param {number} depth */
const nested = (depth) => withMember('['.repeat(depth - 1) + ']'.repeat(depth - 1));

/** An object of so many members, whose keys fall into one bucket of PHP's tables. @param {number} count */
const members = (count) => `{${Array.from({ length: count }, (_, i) => `"${i * 65_536}":0`).join()}}`;

/** A login body of exactly so many bytes. @param {number} bytes */
function sized(bytes) {
  const bare = withMember('""').length;
  return withMember(JSON.stringify('x'.repeat(bytes - bare)));
}

export const checks = [
  check('a content type other than application/json is 415 unsupported_media_type', async (t) => {
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'text/json'];
    for (const type of [...types, 'application/jsonx', 'application/json-patch+json', 'application/ld+json', 'json']) {
      expectError(await login(t, withMember('1'), { 'content-type': type }), 'unsupported_media_type');
    }
  }),

  check('a POST without a content type is 415, with a body or without', async (t) => {
    expectError(await login(t, withMember('1'), {}), 'unsupported_media_type');
    expectError(await t.call('/logout', { method: 'POST' }), 'unsupported_media_type');
  }),

  check('parameters and the case of the content type do not matter', async (t) => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;foo=bar']) {
      expectStatus(await login(t, withMember('1'), { 'content-type': type }), 201);
    }
  }),

  check('a body of exactly 65,536 bytes is read', async (t) => {
    expectStatus(await login(t, sized(65_536)), 201);
  }),

  check('a body of 65,537 bytes is 413 body_too_large', async (t) => {
    expectError(await login(t, sized(65_537)), 'body_too_large');
  }),

  check('a body that is too large is 413 also where it is sent in chunks', async (t) => {
    expectError(await login(t, sized(70_000), { ...json, 'transfer-encoding': 'chunked' }), 'body_too_large');
  }),

  check('the size of a body is counted in bytes, not characters', async (t) => {
    const body = withMember(JSON.stringify('€'.repeat(22_000)));
    assert.ok(body.length < 65_536 && Buffer.byteLength(body) > 65_536);
    expectError(await login(t, body), 'body_too_large');
  }),

  check('an empty body counts as {}', async (t) => {
    expectError(await login(t, ''), 'empty_field', 'login');
  }),

  check('a body that is not JSON is 400 bad_json', async (t) => {
    for (const body of [
      '{',
      '{"login":"a"',
      "{'login':'a'}",
      '{"a":1,}',
      '{"a":NaN}',
      '{} {}',
      'login=a',
      '{"a":01}',
    ]) {
      expectError(await login(t, body), 'bad_json');
    }
  }),

  check('a body that is JSON but no object is 400 bad_json', async (t) => {
    for (const body of ['[]', '"text"', 'null', 'true', '42', '[{"login":"a"}]']) {
      expectError(await login(t, body), 'bad_json');
    }
  }),

  check('a body that is not UTF-8 is 400 bad_json', async (t) => {
    const [head, tail] = [Buffer.from('{"login":"'), Buffer.from('","password":"x"}')];
    // A bare continuation byte, an overlong slash, a surrogate in UTF-8, a cut sequence, Latin-1, beyond U+10FFFF.
    for (const bytes of [[0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xe9], [0xf4, 0x90, 0x80, 0x80]]) {
      expectError(await login(t, Buffer.concat([head, Buffer.from(bytes), tail])), 'bad_json');
    }
  }),

  check('a lone surrogate in any string is 400 bad_json, in members nobody reads too', async (t) => {
    for (const lone of ['"\\ud800"', '"a\\udc00b"', '"\\ud83dx"', '"\\ude00\\ud83d"', '[{"deep":"\\udfff"}]']) {
      expectError(await login(t, withMember(lone)), 'bad_json');
    }
    expectError(await login(t, '{"login":"\\ud800","password":"x"}'), 'bad_json');
    expectError(await login(t, withMember('"\\ud800","a":1', '"a"')), 'bad_json');
  }),

  check('a lone surrogate in a key is 400 bad_json', async (t) => {
    expectError(await login(t, withMember('1', '"\\ud800"')), 'bad_json');
    expectError(await login(t, withMember('{"\\udc00":1}')), 'bad_json');
  }),

  check('an escaped surrogate pair is one character and fine', async (t) => {
    expectStatus(await login(t, withMember('"\\ud83d\\ude00"')), 201);
  }),

  check('JSON 32 levels deep is read', async (t) => {
    expectStatus(await login(t, nested(32)), 201);
  }),

  check('JSON 33 levels deep is 400 bad_json, of arrays and of objects', async (t) => {
    expectError(await login(t, nested(33)), 'bad_json');
    expectError(await login(t, withMember('{"a":'.repeat(32) + '1' + '}'.repeat(32))), 'bad_json');
    expectError(await login(t, withMember('['.repeat(20_000) + ']'.repeat(20_000))), 'bad_json');
    expectError(await login(t, withMember(`${'['.repeat(32) + ']'.repeat(32)},"a":1`, '"a"')), 'bad_json');
  }),

  check('brackets inside strings are no depth', async (t) => {
    expectStatus(await login(t, withMember(JSON.stringify('[{'.repeat(100)))), 201);
  }),

  check('JSON of 256 members is read, however many colons its strings have', async (t) => {
    // Login and password are two.
    expectStatus(await login(t, withMember(members(253))), 201);
    expectStatus(await login(t, withMember(JSON.stringify('":\\'.repeat(300)))), 201);
  }),

  check('JSON of 257 members is 400 bad_json: nested, repeated, of keys that collide', async (t) => {
    expectError(await login(t, withMember(members(254))), 'bad_json');
    expectError(await login(t, withMember(`[${members(127)},${members(127)}]`)), 'bad_json');
    expectError(await login(t, withMember(`{${'"a":1,'.repeat(253)}"a":1}`)), 'bad_json');
    expectError(await t.call('/logout', { method: 'POST', headers: json, body: members(4000) }), 'bad_json');
  }),

  check('unknown members are ignored, __proto__ and constructor too', async (t) => {
    const login = freshLogin();
    const body = `{"__proto__":{"login":"x"},"constructor":1,"id":7,"login":"${login}","password":"${PASSWORD}"}`;
    const answer = await t.call('/login', { method: 'POST', headers: json, body });
    expectStatus(answer, 201);
    assert.equal(answer.json.user.name, login);
  }),

  check('the body is checked before the fields', async (t) => {
    expectError(await login(t, '{"login":"","password":"","x":"\\ud800"}'), 'bad_json');
  }),

  check('every POST reads its body: a logout with a bad one is refused too', async (t) => {
    const person = await t.person();
    for (const body of ['{', '[]', '"\\ud800"']) {
      const { cookie } = person;
      expectError(await t.call('/logout', { method: 'POST', headers: json, body, cookie }), 'bad_json');
      expectError(await t.call('/logout', { method: 'POST', headers: json, body }), 'bad_json');
    }
    expectStatus(await person.get('/me'), 200);
  }),

  check('a body that is bad leaves the session as it was', async (t) => {
    const person = await t.person();
    expectError(await login(t, '{', { ...json, cookie: person.cookie }), 'bad_json');
    expectStatus(await person.get('/me'), 200);
    expectStatus(await person.say('still here', freshClientId()), 201);
  }),
];
