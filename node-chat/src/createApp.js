import { createChangeMessage } from './chat/changeMessage.js';
import { createJoinCode } from './chat/joinCode.js';
import { FailedLogins } from './chat/limits/failedLogins.js';
import { LoginQueue } from './chat/limits/loginQueue.js';
import { MessageAllowances } from './chat/limits/messageAllowances.js';
import { PageAllowances } from './chat/limits/pageAllowances.js';
import { SearchAllowances } from './chat/limits/searchAllowances.js';
import { Shares } from './chat/limits/shares.js';
import { createListMessages } from './chat/listMessages.js';
import { createLoginOrRegister } from './chat/loginOrRegister.js';
import { createPasswords } from './chat/passwords.js';
import { Presence } from './chat/presence.js';
import { createSearchMessages } from './chat/searchMessages.js';
import { createSendMessage } from './chat/sendMessage.js';
import { Typing } from './chat/typing.js';
import { createWelcome } from './chat/welcome.js';
import { contract } from './contract.js';
import { createLog, createThrottledLog } from './log.js';
import { sessionSecret } from './sessionSecret.js';
import { createStore } from './store/createStore.js';
import { clientAddress } from './wire/clientAddress.js';
import { createHttp } from './wire/http/createHttp.js';
import { serveInTurn } from './wire/http/serveInTurn.js';
import { listenBeside } from './wire/listenBeside.js';
import { connectionLimit, limitConnections } from './wire/limitConnections.js';
import { createMetrics } from './wire/metrics.js';
import { createOrigins } from './wire/origins.js';
import { createSessionCookie } from './wire/sessionCookie.js';
import { createSockets } from './wire/socket/createSockets.js';
import { mayBeDirect } from './wire/socket/knownVersions.js';

// Connections the kernel may hold for us before they are accepted: a flood arrives all at once.
const BACKLOG = 4096;
const REQUESTS_END_MS = 2000;

/**
 * Builds and starts the whole chat: store, then chat, then both wires on one port.
 * @param {import('./config.js').Config} config
 * @param {() => void} [lost] told when another process stores messages, and this one no more
 * @returns {Promise<{ url: string, close: () => Promise<void>, log: import('./log.js').Log }>} close: stops accepting,
 *   stores and tells what is under way, closes sockets and store
 */
export async function createApp(config, lost = () => {}) {
  const log = createLog(config.logLevel);
  const { messages, changes, users, sessions, ...store } = await createStore(config, log, () => {
    log.fatal('another process stores into the database: this one ends');
    lost();
  });
  const cookie = createSessionCookie(await sessionSecret(config));
  const origins = createOrigins(config);

  /** @type {ReturnType<typeof createSockets>} */
  let sockets; // eslint-disable-line prefer-const -- the two sides need each other
  const presence = new Presence((event) => sockets.tellAll(contract.events.presence, event));
  const typing = new Typing({
    tell: (event) => sockets.tellAll(contract.events.typing, event),
    online: () => presence.count,
  });
  const metrics = createMetrics({
    connections: () => sockets.count,
    online: () => presence.count,
    bufferedBytes: () => sockets.bufferedBytes(),
  });
  const allowances = config.rateLimits ? new MessageAllowances() : null;
  const pageAllowances = config.rateLimits ? new PageAllowances() : null;
  const searchAllowances = config.rateLimits ? new SearchAllowances() : null;
  const failedLogins = config.rateLimits ? new FailedLogins() : null;
  const passwords = createPasswords(config.bcryptCost);
  const loginQueue = new LoginQueue(passwords.threads, { shares: config.rateLimits });
  const mustKnowJoinCode = createJoinCode(config.joinCode);
  const loginOrRegister = createLoginOrRegister({ users, failedLogins, loginQueue, passwords, mustKnowJoinCode });
  const deliver = (/** @type {import('./chat/messageStore.js').Message[]} */ stored) => {
    metrics.stored.inc(stored.length);
    metrics.deliveries.inc(stored.length * sockets.tellMessages(stored));
    for (const { user } of stored) typing.stop(user.id);
  };
  const sending = createSendMessage(
    { messages, allowances, deliver, gathers: config.gathers },
    {
      onInsert: ({ seconds }) => metrics.insertSeconds.observe(seconds),
      onBroadcast: ({ messages, ageSeconds }) => {
        metrics.windowMessages.observe(messages);
        metrics.windowSeconds.observe(ageSeconds);
      },
      onDeliverError: (error) => log.error({ err: error }, 'broadcast failed'),
    },
  );

  const changing = createChangeMessage({
    store: changes,
    allowances,
    tell: (event) => sockets.tellAll(contract.events.changed, event),
    onDeliverError: (error) => log.error({ err: error }, 'broadcast of changes failed'),
  });

  let open = true;
  const { sendMessage } = sending;
  const parts = {
    config,
    sessions,
    checkStore: store.check,
    origins,
    cookie,
    metrics,
    presence,
    typing,
    capacity: connectionLimit(),
    loginOrRegister,
    listMessages: createListMessages({ messages, changes, allowances: pageAllowances }),
    searchMessages: createSearchMessages({ messages, allowances: searchAllowances }),
    sendMessage,
    changing,
    welcome: createWelcome({ messages, changes, presence }),
    log: createThrottledLog(log),
  };
  const { lab } = config;
  const http = await createHttp({
    ...parts,
    addLab: lab && (async (app) => (await import('./lab/addLab.js')).addLab(app, { ...parts, settings: lab })),
    closeSockets: (handle) => sockets.closeSession(handle),
    socketsOpen: () => open,
  });
  sockets = createSockets(http.server, { ...parts, direct: mayBeDirect(config, log) });

  serveInTurn(http.server, (request) => clientAddress(request, config.trustProxy));
  // All connections of a proxy come from its address; it bounds those that say nothing.
  const shares = config.rateLimits && !config.trustProxy ? new Shares(contract.limits.unjoinedPerAddressMax) : null;
  limitConnections(http.server, parts.capacity, { ...parts, shares });
  await http.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  const closeBeside = await listenBeside(http.server, { host: config.host, backlog: BACKLOG }, log);
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.server.address());
  origins.listenOn(port);
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  log.info({ url, store: config.mongodbUri ? 'mongodb' : config.data }, 'listening');

  async function close() {
    open = false;
    http.server.close();
    const closedBeside = closeBeside();
    await Promise.all([sending.close(), changing.close()]);
    await sockets.close();
    // A request that its client never ends is cut off.
    const impatience = setTimeout(() => http.server.closeAllConnections(), REQUESTS_END_MS);
    await Promise.all([http.close(), closedBeside]);
    clearTimeout(impatience);
    for (const part of [presence, typing, metrics, allowances, pageAllowances, searchAllowances, failedLogins])
      part?.close();
    await passwords.close();
    await store.close();
    log.info('stopped');
  }

  return { url, close, log };
}
