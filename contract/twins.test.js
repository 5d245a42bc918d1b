import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createClient, freshId, freshLogin } from './harness/client.js';
import { contract, randomRuns, server as first } from './harness/underTest.js';
import { vectors } from './harness/vectors.js';

// Two servers must give the same answers to the same calls. fast-check shrinks a difference to the fewest calls that
// cause it, and prints the seed and the path that repeat it. Other users would disturb the comparison.

const second = await createClient(process.env.CHAT_OTHER_URL ?? '');
const PEOPLE = 2;

const fields = ['text', 'clientId'];
const [texts, clientIds] = fields.map((field) => vectors(field).map(({ sent }) => sent[field]));
const by = fc.nat(PEOPLE - 1); // the user's index
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('green house', 'Grüne Häuser'),
);
const clientId = fc.constantFrom('c0', 'c1', 'c2', 'c3');
const way = fc.constantFrom('post', 'socket');
const offset = fc.integer({ min: -3, max: 12 });
const number = fc.oneof(offset, fc.constantFrom('-1', 'x', '', '1.5', '1e3', '9007199254740992'));

const severalKeys = fc
  .subarray(['text', 'after', 'before', 'changedAfter'], { minLength: 2 })
  .map((keys) => keys.join('=1&'));

const nested = (depth) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const bodies = [0, 1].map((deeper) => nested(contract.limits.jsonDepthMax + deeper));

const callOf = (what, fields) => fc.record({ what: fc.constant(what), by, ...fields });
const say = (fields = {}) => callOf('say', { way, text, clientId, ...fields });

/** At most one field of a call is wrong, so that the order of checks does not matter. */
const call = fc.oneof(
  { arbitrary: say(), weight: 6 },
  say({ text: fc.constantFrom(...texts) }),
  say({ text: fc.constant('hello'), clientId: fc.constantFrom(...clientIds) }),
  say({ nth: fc.nat(6) }),
  say({ replyTo: fc.constantFrom(0, -1, 1.5, 1e300, '1', true) }),
  callOf('body', { body: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"text":"\\ud800"}', ...bodies) }),
  callOf('edit', { nth: fc.nat(6), text }),
  callOf('edit', { nth: fc.nat(6), text: fc.constantFrom(...texts) }),
  callOf('remove', { nth: fc.nat(6) }),
  callOf('page', { key: fc.constantFrom('after', 'before'), at: number, limit: fc.constantFrom('1', '3', '50') }),
  callOf('page', { key: fc.constant('after'), at: fc.constant(0), limit: number.map(String) }),
  callOf('page', { key: severalKeys, at: fc.constant('1'), limit: fc.constant('1') }),
  callOf('changes', { at: fc.nat(4) }),
  callOf('search', { words: fc.constantFrom('gre', 'house', 'grune hauser', 'HÄUS', '', '...', 'a'.repeat(101)) }),
  callOf('logIn', { password: fc.constantFrom('wrong', '', 7, 'x'.repeat(73)) }),
  callOf('ask', {
    method: fc.constantFrom('GET', 'PUT', 'DELETE'),
    path: fc.constantFrom('/me', '/messages', '/nowhere', '/login'),
  }),
);

/** Starts two new users on one server. Their answers show ids and revisions counted from this start. */
async function startEpisode(server, logins) {
  const people = await Promise.all(logins.map((login) => server.person(login)));
  const connections = await Promise.all(people.map((who) => who.join()));
  const { message } = (await people[0].say('before', freshId())).json;
  const { rev: firstRev } = (await people[0].edit(message.id, 'the first')).json.message;
  const messageIds = [message.id]; // in order of the answers

  const nthId = (nth) => messageIds[nth % messageIds.length];

  /** Leaves out all that may differ between servers. */
  function comparable(value) {
    if (Array.isArray(value)) return value.map(comparable);
    if (value === null || typeof value !== 'object') return value;
    const { message: inner, ...rest } = value;
    delete rest.at;
    for (const [key, each] of Object.entries(rest)) rest[key] = comparable(each);
    if (rest.user) rest.user = people.findIndex(({ user }) => user.id === value.user.id);
    if (typeof rest.id === 'number') rest.id -= message.id;
    if (typeof rest.replyTo === 'number') rest.replyTo -= message.id;
    if (typeof rest.rev === 'number') rest.rev -= firstRev;
    if (rest.clientId === message.clientId) rest.clientId = 'the first';
    // An error's text may differ, but a chat message must be the same.
    if (inner && typeof inner === 'object') rest.message = comparable(inner);
    return rest;
  }

  const answerOf = ({ status, json }) => ({
    status,
    json: comparable(json),
  });

  /** Cuts older messages from a page: before the episode the servers have different messages. */
  function pageSinceStart(answer) {
    const { status, json } = answerOf(answer);
    if (!json.messages) return { status, json };
    return { status, messages: json.messages.filter(({ id }) => id >= 0) };
  }

  const handlers = {
    async say(who, { way, text, clientId, by, nth, replyTo }) {
      const bySocket = way === 'socket' && first.has('socketSend') && second.has('socketSend');
      const sent = { text, clientId, replyTo: nth === undefined ? replyTo : nthId(nth) };
      const answer = bySocket ? await connections[by].send(sent) : (await who.post('/messages', sent)).json;
      if (answer.message) messageIds.push(answer.message.id);
      return comparable(bySocket ? answer : { ok: !answer.error, ...answer });
    },
    body: async (who, { body }) =>
      answerOf(await who.call('POST', '/messages', { body, headers: { 'content-type': 'application/json' } })),
    edit: async (who, { nth, text }) => answerOf(await who.edit(nthId(nth), text)),
    remove: async (who, { nth }) => answerOf(await who.remove(nthId(nth))),
    async page(who, { key, at, limit }) {
      const id = typeof at === 'number' ? message.id + Math.max(0, at) : at;
      const answer = await who.get(`/messages?${key}=${id}&limit=${limit}`);
      return key === 'after' ? answerOf(answer) : pageSinceStart(answer);
    },
    changes: async (who, { at }) => answerOf(await who.get(`/messages?changedAfter=${firstRev + at}`)),
    search: async (who, { words }) =>
      pageSinceStart(await who.get(`/messages?text=${encodeURIComponent(words)}&limit=3`)),
    logIn: async (who, { password }) =>
      answerOf(await server.call('POST', '/login', { json: { login: who.login, password } })),
    async ask(who, { method, path }) {
      const { status, json } = await who.call(method, path, method === 'GET' ? {} : { json: {} });
      return { status, code: json?.error?.code };
    },
  };

  return {
    ask: (call) => handlers[call.what](people[call.by], call),
    /** Gives the messages that each socket received, after the last one has come. */
    async delivered() {
      const { message: last } = (await people[0].say('the end', freshId())).json;
      await Promise.all(connections.map(({ received }) => received.message(last.clientId)));
      for (const { close } of connections) close();
      // An edit may overtake the event of a new message: the contract promises only the messages and their order.
      return connections.map(({ received }) => received.messages.map(({ id }) => id - message.id));
    },
  };
}

const skip = !process.env.CHAT_OTHER_URL && 'no other server is named';
test('two servers answer the same calls alike', { skip }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 18 }), async (calls) => {
      const logins = Array.from({ length: PEOPLE }, freshLogin);
      const [one, other] = await Promise.all([first, second].map((server) => startEpisode(server, logins)));
      for (const each of calls)
        assert.deepEqual(await other.ask(each), await one.ask(each), `${JSON.stringify(each)} is answered otherwise`);
      assert.deepEqual(await other.delivered(), await one.delivered(), 'the delivered messages differ');
    }),
    randomRuns,
  ),
);
