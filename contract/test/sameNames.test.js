import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** Both chats have the same rooms. @type {Record<string, {node: string[], laravel: string[]}>} */
const ROOMS = {
  chat: { node: ['src/chat'], laravel: ['app/Chat', 'websockets/Chat'] },
  limits: { node: ['src/protection/limits'], laravel: ['app/Chat/Limits'] },
  store: { node: ['src/store'], laravel: ['app/Store'] },
};

/** Files without a twin of their name, and why. A new file that only one chat has needs a reason here. */
const ALONE = {
  node: {
    'chat/characterTables': 'CharacterTable: one table a file there',
    'chat/fields': 'Text, ClientId, Login, Password: a class each',
    'chat/knownWords': 'WordBlocks and KnownBlocks keep words in the store, for all workers',
    'chat/passwords': 'php-fpm has a pool of workers for logins',
    'chat/passwordWorker': 'as passwords',
    'chat/sessionStore': 'sessions are Laravel’s, kept by ChatSessionHandler',
    'chat/welcome': 'the wire makes it there: the presence channel brings half of it',
    'chat/window': 'a part of Broadcast there',
    'limits/fairQueue': 'nginx has the queues',
    'limits/fairTurns': 'nginx has the turns',
    'limits/loginQueue': 'LoginTurns: nginx has the queue',
    'limits/shares': 'nginx counts by address',
    'store/backend': 'Eloquent is the interface to two databases',
    'store/backendErrors': 'StoreFaults',
    'store/createStore': 'Laravel’s container makes the store',
    'store/fillMemory': 'no messages are kept in memory',
    'store/messageInserts': 'MessageBatch: one transaction has numbers and rows',
    'store/messageOf': 'a part of Messages',
    'store/messagePages': 'a part of Messages',
    'store/messageRanges': 'SQL reads ranges',
    'store/partitionPoint': 'SQL finds by an index',
    'store/recentChanges': 'no changes are kept in memory',
    'store/recentMessages': 'no messages are kept in memory',
    'store/sessions': 'ChatSessionHandler',
    'store/skeletons': 'a column of Users, made by a migration',
    'store/tail': 'a start reads one row',
  },
  laravel: {
    'chat/Announcer': 'the way from a worker to the loop',
    'chat/AppendBatch': 'the way from the storing process to the store',
    'chat/AsyncStore': 'the loop stores in another process',
    'chat/BoundedMap': 'lru-cache',
    'chat/Changes': 'a part of changeMessage and broadcast',
    'chat/CharacterTable': 'characterTables',
    'chat/Characters': 'a part of characterTables',
    'chat/ClientId': 'fields',
    'chat/Counters': 'prom-client counts',
    'chat/Figures': 'prom-client counts',
    'chat/FoundMessages': 'a type',
    'chat/Histogram': 'prom-client counts',
    'chat/InOrder': 'one process stores and tells: its order is the order',
    'chat/Login': 'fields',
    'chat/Message': 'a type',
    'chat/MessageWriter': 'POST and socket store in two ways',
    'chat/NewMessage': 'a type',
    'chat/OnlineUser': 'a type',
    'chat/Page': 'a type',
    'chat/Password': 'fields',
    'chat/Pending': 'a type',
    'chat/PresenceGathering': 'a part of presence',
    'chat/Receiver': 'a type',
    'chat/SearchStore': 'a part of messageStore',
    'chat/Sent': 'a type',
    'chat/StoredMessage': 'a type',
    'chat/Text': 'fields',
    'chat/User': 'a type',
    'chat/WriteAtOnce': 'POST stores without a queue',
    'limits/LocalAllowances': 'the loop’s half of allowances',
    'limits/LoginTurns': 'loginQueue',
    'limits/SharedAllowances': 'the workers’ half of allowances',
    'store/ChatSessionHandler': 'sessions',
    'store/DifferentWords': 'a part of wordBlocks',
    'store/ErasedTexts': 'nedb/erasure',
    'store/FailedInsert': 'a part of messageInserts',
    'store/KnownBlocks': 'a part of wordBlocks',
    'store/KnownMessages': 'messageInserts finds repeats',
    'store/MessageBatch': 'messageInserts',
    'store/MessageCounter': 'a row gives the ids; on Node.js the process does',
    'store/MySqlConnector': 'settings of a connection',
    'store/SharedCounters': 'workers share counts through the store',
    'store/SqlFailedLogins': 'workers share counts through the store',
    'store/SqlitePragmas': 'settings of a connection',
    'store/StaleRows': 'sessions drops those that are over',
    'store/StoreFaults': 'backendErrors',
  },
};

/** @param {'node' | 'laravel'} side @param {string} room @returns {string[]} names of files, without their ends */
function filesOf(side, room) {
  const ends = { node: ['.js', '.d.ts'], laravel: ['.php'] }[side];
  return ROOMS[room][side].flatMap((folder) =>
    readdirSync(join(root, `${side}-chat`, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
      .map(({ name }) => parse(name).name.replace(/\.d$/, '')),
  );
}

const upper = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);
const lower = (/** @type {string} */ name) => name[0].toLowerCase() + name.slice(1);

/** @param {'node' | 'laravel'} side @returns {string[]} ROOM/NAME of files that the other chat has not */
function aloneOn(side) {
  const [other, twinOf] =
    side === 'node' ? [/** @type {const} */ ('laravel'), upper] : [/** @type {const} */ ('node'), lower];
  return Object.keys(ROOMS).flatMap((room) => {
    const others = new Set(filesOf(other, room));
    return filesOf(side, room)
      .filter((name) => !others.has(twinOf(name)))
      .map((name) => `${room}/${name}`);
  });
}

for (const side of /** @type {const} */ (['node', 'laravel']))
  test(`a file of the ${side} chat's inner rooms has a twin of its name, or a reason to stand alone`, () => {
    assert.deepEqual(aloneOn(side).sort(), Object.keys(ALONE[side]).sort());
  });

test('use cases have the same verbs', () => {
  const verbs = ['changeMessage', 'listMessages', 'loginOrRegister', 'searchMessages', 'sendMessage'];
  for (const verb of verbs) {
    assert.ok(filesOf('node', 'chat').includes(verb), verb);
    assert.ok(filesOf('laravel', 'chat').includes(upper(verb)), verb);
  }
});
