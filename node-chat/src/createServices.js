import { createChangeMessage } from './chat/changeMessage.js';
import { createChangeQueue } from './chat/changeQueue.js';
import { createEndedSessions } from './chat/endedSessions.js';
import { createAllowances, unlimited } from './chat/limits.js';
import { createListMessages } from './chat/listMessages.js';
import { createLoginOrRegister } from './chat/loginOrRegister.js';
import { createMessageQueue } from './chat/messageQueue.js';
import { createPasswords } from './chat/passwords.js';
import { Presence } from './chat/presence.js';
import { createSearchMessages } from './chat/searchMessages.js';
import { createSendMessage } from './chat/sendMessage.js';
import { createStoredChanges } from './chat/storedChanges.js';
import { createStoredMessages } from './chat/storedMessages.js';
import { Typing } from './chat/typing.js';
import { contract } from './contract.js';
import { createErrors } from './errors.js';
import { createMetrics } from './metrics.js';
import { createOrigins } from './origins.js';

/** @import { Store } from './chat/stores.js' */
/** @import { Cluster } from './cluster/cluster.js' */
/** @import { Config } from './config.js' */
/** @import { Log } from './log.js' */
/** @import { FanOut } from './sockets/fanOut.js' */

const { events, limits } = contract;

/**
 * Makes the services that HTTP and sockets share.
 * @param {Config} config
 * @param {Log} log
 * @param {Store} store
 * @param {FanOut} fanOut
 * @param {Cluster} cluster
 */
export function createServices(config, log, store, fanOut, cluster) {
  const { messages, changes, users } = store;
  const { rateLimits, messageWindow } = config;
  const metrics = createMetrics();
  const origins = createOrigins(config);
  const allowances = rateLimits ? createAllowances(cluster.createLimiter) : unlimited;
  const emitTo = (/** @type {string} */ event) => (/** @type {unknown} */ payload) => fanOut.emit(event, payload);
  const { publish } = cluster;
  const socketsMax = rateLimits ? limits.socketsPerUserMax : Infinity;
  const presence = new Presence(emitTo(events.presence), publish, socketsMax);
  const typing = new Typing(emitTo(events.typing), publish, presence);
  const storedMessages = createStoredMessages({
    messages,
    emit: emitTo(events.messages),
    messageWindow,
    typing,
    metrics,
  });
  const { broadcastNow, onStored } = storedMessages;
  const messageQueue = createMessageQueue({ messages, onStored, metrics });
  const storedChanges = createStoredChanges({ changes, broadcastNow, emit: emitTo(events.changed) });
  const changeQueue = createChangeQueue({ changes, onStored: storedChanges.onStored });
  return {
    config,
    errors: createErrors(log, metrics.onError),
    metrics,
    origins,
    store,
    clusterHealth: cluster.health,
    fanOut,
    endedSessions: createEndedSessions({ sessions: store.sessions, sockets: fanOut, publish }),
    presence,
    typing,
    messageQueue,
    storedMessages,
    changeQueue,
    storedChanges,
    sendMessage: createSendMessage({ messages, queue: messageQueue, allowance: allowances.messages }),
    changeMessage: createChangeMessage({ changes, queue: changeQueue, allowance: allowances.messages }),
    listMessages: createListMessages({ messages, changes, allowance: allowances.pages }),
    searchMessages: createSearchMessages({ messages, allowance: allowances.searches }),
    loginOrRegister: createLoginOrRegister({
      users,
      failedLogins: allowances.failedLogins,
      passwords: createPasswords(config.bcryptCost),
      joinCode: config.joinCode,
    }),
  };
}

/** @typedef {ReturnType<typeof createServices>} Services */
