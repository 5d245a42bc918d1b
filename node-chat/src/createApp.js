import { createChangeMessage } from './chat/changeMessage.js';
import { createJoinCode } from './chat/joinCode.js';
import { createLimits } from './chat/limits.js';
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
import { openStore } from './store/openStore.js';
import { createFaults } from './faults.js';
import { limitConnections, refusePipelining } from './http/connections.js';
import { createHttp } from './http/createHttp.js';
import { listenBeside } from './http/listenBeside.js';
import { createMetrics } from './metrics.js';
import { createOrigins } from './origins.js';
import { createFanOut } from './sockets/fanOut.js';
import { createSocketServer } from './sockets/createSocketServer.js';
import { serveSockets } from './sockets/serveSockets.js';

// Connections the kernel may hold for us before they are accepted: a flood arrives all at once.
const BACKLOG = 4096;
const REQUESTS_END_MS = 2000;

/**
 * Builds and starts the whole chat: store, then what tells the sockets, then the chat, then both wires on one port.
 * @param {import('./config.js').Config} config
 * @returns {Promise<{ url: string, close: () => Promise<void>, log: import('./log.js').Log }>} close: stops accepting,
 *   stores and tells what is under way, closes sockets and store
 */
export async function createApp(config) {
  const log = createLog(config.logLevel);
  const throttledLog = createThrottledLog(log);
  const { messages, changes, users, sessions, ...store } = await openStore(config, log);
  const metrics = createMetrics();
  const { countError } = metrics;
  const io = createSocketServer();
  const { tellAll, tellMessages, join, closeSession } = createFanOut(io, config.gathers);

  const presence = new Presence((event) => tellAll(contract.events.presence, event));
  const typing = new Typing(
    (event) => tellAll(contract.events.typing, event),
    () => presence.count,
  );
  const limits = config.rateLimits ? createLimits() : null;
  const passwords = createPasswords(config.bcryptCost);
  const mustKnowJoinCode = createJoinCode(config.joinCode);
  const sending = createSendMessage(
    {
      messages,
      limit: limits?.messages ?? null,
      gathers: config.gathers,
      deliver(stored) {
        metrics.stored.inc(stored.length);
        metrics.deliveries.inc(stored.length * tellMessages(stored));
        for (const { user } of stored) typing.stop(user.id);
      },
    },
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
    limit: limits?.messages ?? null,
    tell: (event) => tellAll(contract.events.changed, event),
    onDeliverError: (error) => log.error({ err: error }, 'broadcast of changes failed'),
  });

  let open = true;
  const origins = createOrigins(config);
  const { lab } = config;
  /** @type {import('./parts.js').Parts} */
  const parts = {
    config,
    sessions,
    checkStore: store.check,
    origins,
    metrics,
    countError,
    asFault: createFaults(throttledLog, countError),
    log: throttledLog,
    presence,
    typing,
    loginOrRegister: createLoginOrRegister({
      users,
      failedLogins: limits?.failedLogins ?? null,
      passwords,
      mustKnowJoinCode,
    }),
    listMessages: createListMessages({ messages, changes, limit: limits?.pages ?? null }),
    searchMessages: createSearchMessages({ messages, limit: limits?.searches ?? null }),
    sendMessage: sending.sendMessage,
    changing,
    welcome: createWelcome({ messages, changes, presence }),
    join,
    closeSession,
    socketsOpen: () => open,
    addLab: lab && (async (app) => (await import('../lab/addLab.js')).addLab(app, { settings: lab, origins })),
  };
  const http = await createHttp(parts);
  const sockets = serveSockets(io, http.server, parts);
  metrics.watch({
    connections: sockets.count,
    online: () => presence.count,
    bufferedBytes: sockets.bufferedBytes,
  });

  limitConnections(http.server, parts);
  refusePipelining(http.server);
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
    for (const part of [presence, typing, metrics]) part.close();
    await store.close();
    log.info('stopped');
  }

  return { url, close, log };
}
