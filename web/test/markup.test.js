import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from '../chat/markup.js';

/** Gives the marked pieces of a text in a short form. */
const marked = (text) =>
  piecesOf(text)
    .filter(({ kind }) => kind !== 'text')
    .map((piece) => (piece.kind === 'link' ? `link ${piece.text} > ${piece.href}` : `${piece.kind} ${piece.text}`));

test('web and mail addresses are links, without the punctuation behind them', () => {
  assert.deepEqual(marked('see https://example.org/a?b=c#d, (http://x.test/) and mailto:a@b.test.'), [
    'link https://example.org/a?b=c#d > https://example.org/a?b=c#d',
    'link http://x.test/ > http://x.test/',
    'link mailto:a@b.test > mailto:a@b.test',
  ]);
  assert.deepEqual(marked('(https://en.wikipedia.org/wiki/Chat_(disambiguation))'), [
    'link https://en.wikipedia.org/wiki/Chat_(disambiguation) > https://en.wikipedia.org/wiki/Chat_(disambiguation)',
  ]);
  // A pattern that tries again at each bracket would take seconds.
  const long = `https://x.test/${'!'.repeat(990)}a`;
  assert.deepEqual(marked(`${long}${')'.repeat(990)}`), [`link ${long} > ${long}`]);
});

test('other schemes, user names that look like hosts, and addresses inside other text are not links', () => {
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt://%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x file:///etc/passwd ftp://x.test intent://x',
    'https://bank.test@evil.test/',
    'https://user:secret@evil.test',
    'https://',
    'http:///',
    'https://:80',
    'xhttps://example.org',
    'mailto:a@b.test?bcc=c@d.test&body=x',
    'mailto:',
    'http:example.org',
  ])
    assert.deepEqual(marked(text), [], text);
  assert.deepEqual(marked('https://x.test/\u202egpj.exe'), ['link https://x.test/ > https://x.test/']);
  assert.deepEqual(marked('https://x.test/"onclick="alert(1)'), ['link https://x.test/ > https://x.test/']);
  assert.match(marked('https://аррle.test/')[0], /> https:\/\/xn--/);
});

test('text between backticks is code, without links in it', () => {
  assert.deepEqual(marked('a `x = "https://x.test"` b `` ` c'), ['code x = "https://x.test"']);
  assert.deepEqual(marked('a ` b\nc ` d'), []);
});
