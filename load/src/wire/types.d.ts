import type { Ack, ReceivedMessage } from '../ledger/ledger.js';
import type { WIRES } from './wires.js';

/** The meaning of a payload, in terms that all wires share. */
export interface Meaning {
  kind: 'open' | 'joined' | 'refused' | 'ping' | 'messages' | 'ack' | 'closing' | 'other';
  messages?: ReceivedMessage[];
  /** Of `open`, on Pusher. */
  socketId?: string;
  /** Of `refused` and `closing`. */
  reason?: string;
  /** Of `ping`: the frame that answers a ping of the WebSocket. */
  pong?: Buffer;
  /** Of `ack`: tells which message it answers. */
  key?: string | number;
  ack?: Ack;
}

/** The protocol of a server and its clients. */
export interface Wire {
  /** Of the handshake. */
  path: string;
  read: (payload: Buffer) => Meaning;
  /** Makes the payload that joins the chat, unless the handshake joins it. */
  join?: (opened: { socketId?: string; session: Session }) => Promise<string>;
  /** Whether a connected user has joined. */
  joinsByHandshake?: boolean;
  /** The payload that answers the wire's own ping. */
  pong?: string;
  /** Makes the payload that sends a message; number: of the message on its connection. */
  message?: (text: string, clientId: string, number: number) => string;
  /** The key of the message's ack; its clientId unless given. */
  ackKey?: (number: number) => string | number;
  /**
   * Sends a message by HTTP, if the server takes none on its sockets. If no answer comes, the ack has the code of the
   * error.
   */
  post?: (text: string, clientId: string, session: Session) => Promise<Ack>;
}

export interface Session {
  name: string;
  cookie: string;
}

/** A server as its /config describes it. */
export interface Endpoint {
  name: string;
  url: string;
  wire: keyof typeof WIRES;
  socketUrl: string;
  /** These five are of Pusher. */
  key?: string;
  channel?: string;
  app?: string;
  secret?: string;
  authUrl?: string;
  /** Of its /config; all of them unless given. */
  features?: string[];
  /** Whether messages go by POST even if the sockets take them. */
  byPost?: boolean;
}
