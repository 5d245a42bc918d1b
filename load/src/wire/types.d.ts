import type { Ack, ReceivedMessage } from '../ledger/ledger.js';
import type { WIRES } from './wires.js';

/** The meaning of a payload, in terms that all wires share. */
export interface Meaning {
  kind: 'open' | 'joined' | 'refused' | 'ping' | 'messages' | 'ack' | 'closing' | 'other';
  messages?: ReceivedMessage[];
  /** `open` has it on Pusher. */
  socketId?: string;
  /** `refused` and `closing` have it. */
  reason?: string;
  /** `ping` has the frame that answers a ping of the WebSocket. */
  pong?: Buffer;
  /** `ack` tells by it which message it answers. */
  key?: string | number;
  ack?: Ack;
}

/** The protocol of a server and its clients. */
export interface Wire {
  /** The handshake's path. */
  path: string;
  read: (payload: Buffer) => Meaning;
  /** Makes the payload that joins the chat, unless the handshake joins it. */
  join?: (opened: { socketId?: string; session: Session }) => Promise<string>;
  /** Tells whether a connected user has joined. */
  joinsByHandshake?: boolean;
  /** The payload that answers the wire's own ping. */
  pong?: string;
  /** Makes the payload that sends a message. number: the message's number on its connection. */
  message?: (text: string, clientId: string, number: number) => string;
  /** Gives the key of the message's ack (its clientId). */
  ackKey?: (number: number) => string | number;
  /**
   * Sends a message by HTTP, if the server takes none on its sockets. If no answer comes, the ack has the error's code.
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
  /** Pusher has these five. */
  key?: string;
  channel?: string;
  app?: string;
  secret?: string;
  authUrl?: string;
  /** Features in its /config (all). */
  features?: string[];
  /** true: messages go by POST even if the sockets take them. */
  byPost?: boolean;
}
