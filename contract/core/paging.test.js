import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { expectError, limits, person } from '../harness/underTest.js';

/** The newest message's id, after the room has at least two pages. */
let last = 0;
let ann;

before(async () => {
  ann = await person();
  const enough = limits.pageMax + 2;
  ({ id: last } = (await ann.say('the first of many')).json.message);
  while (last < enough) {
    const writers = await Promise.all(Array.from({ length: Math.ceil((enough - last) / 20) }, () => person()));
    const ids = await Promise.all(
      writers.map(async (writer) => {
        const sent = await Promise.all(Array.from({ length: 20 }, () => writer.say('one of many')));
        return Math.max(...sent.map(({ json }) => json.message.id));
      }),
    );
    last = Math.max(...ids);
  }
});

async function page(query) {
  const { status, text, json } = await ann.get(`/messages?${query}`);
  assert.equal(status, 200, text);
  return { ids: json.messages.map(({ id }) => id), more: json.more };
}

test('without after and before a page has the newest 50 messages, in rising order', async () => {
  const { message } = (await ann.say('newest')).json;
  const { ids, more } = await page('');
  assert.equal(ids.length, limits.pageDefault);
  assert.equal(ids.at(-1) - ids[0], limits.pageDefault - 1);
  assert.ok(ids.includes(message.id) && more);
});

test('after=ID gives the oldest above ID, before=ID the newest below it, both in rising order', async () => {
  assert.deepEqual(await page('after=2&limit=3'), { ids: [3, 4, 5], more: true });
  assert.deepEqual(await page('before=6&limit=3'), { ids: [3, 4, 5], more: true });
});

test('more says whether there are further messages in that direction', async () => {
  assert.deepEqual(await page('before=3&limit=2'), { ids: [1, 2], more: false });
  assert.deepEqual(await page('before=4&limit=2'), { ids: [2, 3], more: true });
  assert.deepEqual(await page(`after=${2 ** 53 - 1}`), { ids: [], more: false });
  for (const end of ['before=1', 'before=0']) assert.deepEqual(await page(end), { ids: [], more: false });
});

test('page by page, forwards and backwards, a reader gets every message once', async () => {
  const forwards = [];
  const backwards = [];
  for (let more = true; more;) {
    const next = await page(`after=${forwards.at(-1) ?? 0}&limit=${limits.pageMax}`);
    assert.ok(next.ids.length === limits.pageMax || !next.more);
    forwards.push(...next.ids);
    more = next.more && next.ids.at(-1) < last;
  }
  for (let more = true; more;) {
    const next = await page(`before=${backwards[0] ?? last + 1}&limit=${limits.pageMax}`);
    backwards.unshift(...next.ids);
    ({ more } = next);
  }
  assert.deepEqual(
    backwards,
    Array.from({ length: last }, (_, i) => i + 1),
  );
  assert.deepEqual(forwards.slice(0, last), backwards);
});

test('a malformed parameter, one given twice, or after beside before answers 422 with its name', async () => {
  const numbers = ['-1', '1.5', 'x', '', '1e3', '%2B1', '0x1', '5%20', '99999999999999999999'];
  const wrong = {
    limit: [...numbers, '0', String(limits.pageMax + 1)],
    after: [...numbers, '9007199254740992'],
    before: numbers,
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) expectError(await ann.get(`/messages?${name}=${value}`), 'invalid_parameter', name);
  expectError(await ann.get('/messages?after=1&before=5'), 'invalid_parameter', 'before');
  for (const name of ['after', 'before', 'limit'])
    expectError(await ann.get(`/messages?${name}=1&${name}=1`), 'invalid_parameter', name);
});
