import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanClientId, cleanLogin, cleanPassword, cleanText } from '../../src/chat/fields.js';

const refuses = (clean, value, code) => assert.throws(() => clean(value), { code }, JSON.stringify(value));

test('a login is trimmed and composed', () => {
  assert.equal(cleanLogin('\u3000e\u0301va\ufeff '), 'éva');
});

test('a login has 32 characters at most, counted as code points', () => {
  assert.equal(cleanLogin('😀'.repeat(32)), '😀'.repeat(32));
  refuses(cleanLogin, '😀'.repeat(33), 'login_too_long');
  refuses(cleanLogin, 'a'.repeat(33), 'login_too_long');
});

test('the faults of a login are told apart', () => {
  for (const value of [undefined, null, '', '   ']) refuses(cleanLogin, value, 'empty_field');
  for (const value of [7, [], {}, 'a\u0000b', 'a\u0085b', 'a\tb']) refuses(cleanLogin, value, 'login_invalid');
});

test('a password of white space is a password', () => {
  assert.equal(cleanPassword('  '), '  ');
});

test('a password has 72 bytes at most', () => {
  assert.equal(cleanPassword('é'.repeat(36)).length, 36);
  refuses(cleanPassword, 'é'.repeat(36) + 'a', 'password_too_long');
});

test('the faults of a password are told apart', () => {
  for (const value of [undefined, null, '']) refuses(cleanPassword, value, 'empty_field');
  for (const value of [7, 'a\nb']) refuses(cleanPassword, value, 'password_invalid');
});

test('a text is kept as sent, with CRLF as LF', () => {
  assert.equal(cleanText(' a\r\nb\r\n '), ' a\nb\n ');
  assert.equal(cleanText('e\u0301\tx'), 'e\u0301\tx');
});

test('a text has 2000 characters at most, counted as code points', () => {
  assert.equal(cleanText('😀'.repeat(2000)).length, 4000);
  refuses(cleanText, '😀'.repeat(2001), 'text_too_long');
});

test('the faults of a text are told apart', () => {
  for (const value of [undefined, null, '', ' \r\n\u2003']) refuses(cleanText, value, 'empty_text');
  for (const value of [7, {}, 'a\rb', 'a\u0000', 'a\u009f']) refuses(cleanText, value, 'text_invalid');
});

test('a clientId is 1 to 64 of its characters', () => {
  assert.equal(cleanClientId('aZ09_-'), 'aZ09_-');
  for (const value of [undefined, null, 7, '', 'a'.repeat(65), 'a b', 'a\n'])
    refuses(cleanClientId, value, 'client_id_invalid');
});
