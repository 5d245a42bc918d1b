import type { Config } from './config.js';
import type { Metrics } from './metrics.js';
import type { createChangeMessage } from './chat/changeMessage.js';
import type { createListMessages } from './chat/listMessages.js';
import type { createLoginOrRegister } from './chat/loginOrRegister.js';
import type { Presence } from './chat/presence.js';
import type { createSearchMessages } from './chat/searchMessages.js';
import type { createSendMessage } from './chat/sendMessage.js';
import type { SessionStore } from './chat/stores.js';
import type { Typing } from './chat/typing.js';
import type { createWelcome } from './chat/welcome.js';
import type { ThrottledLog } from './log.js';
import type { AsFault } from './faults.js';
import type { Origins } from './origins.js';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'socket.io';

/** What both wires are made of: createApp puts them together. */
export interface Parts {
  config: Config;
  log: ThrottledLog;
  metrics: Metrics;
  countError: (code: string) => void;
  asFault: AsFault;
  origins: Origins;
  sessions: SessionStore;
  /** Rejects where the database does not answer, with NotWritten where it stores nothing. */
  checkStore: () => Promise<void>;
  presence: Presence;
  typing: Typing;
  loginOrRegister: ReturnType<typeof createLoginOrRegister>;
  listMessages: ReturnType<typeof createListMessages>;
  searchMessages: ReturnType<typeof createSearchMessages>;
  sendMessage: ReturnType<typeof createSendMessage>['sendMessage'];
  changing: ReturnType<typeof createChangeMessage>;
  welcome: ReturnType<typeof createWelcome>;
  /** Has a socket told everything from now on. */
  join: (socket: Socket) => void;
  /** Closes the sockets of a session that ended. */
  closeSession: (handle: string) => void;
  /** Whether the server takes sockets: not any more once it closes. */
  socketsOpen: () => boolean;
  /** Null: no lab calls. */
  addLab: ((app: FastifyInstance) => Promise<void>) | null;
}
