// The types of contract/README.md.

export interface User {
  id: string;
  name: string;
}

export interface Message {
  id: number;
  user: User;
  /** A deleted message has none. */
  text?: string;
  /** ISO 8601 */
  at: string;
  clientId: string;
  /** The id of an earlier message. */
  replyTo?: number;
  /** The revision of the newest change. */
  rev?: number;
  deleted?: boolean;
}

export type NewMessage = { text: string; clientId: string; replyTo?: number };
/** All changes above the revision `after`. */
export type Changes = { after: number; messages: Message[] };
/** lastId and rev are null if the socket server does not know them. */
export type Welcome = { me: User; online: { count: number }; lastId: number | null; rev: number | null };
export type Crowd = { count: number; users: User[] };
export type Presence = { count: number; joined: Crowd; left: Crowd };
export type Limits = Record<'loginMax' | 'textMax' | 'searchMax' | string, number>;

export interface Config {
  /** The server's name. */
  name: string;
  /** The page's title. */
  title: string;
  accent: { light: string; dark: string };
  wire: 'socket.io' | 'pusher';
  socketUrl: string;
  /** Only Socket.IO has them. */
  transports?: ('websocket' | 'polling')[];
  key?: string;
  channel?: string;
  authEndpoint?: string;
  /** The server claims these `features` of contract.json. */
  features: string[];
  limits: Limits;
}

/** New messages of others: their number, and the id of the first. */
export type Fresh = (count: number, first: number) => void;

/** The callbacks of a transport. A transport reconnects by itself until it is closed. */
export interface TransportEvents {
  /** The connection is lost, and the transport tries again. */
  lost(): void;
  /** The socket has joined, for the first time or again. */
  welcome(welcome: Welcome): void;
  messages(messages: Message[]): void;
  changed(changes: Changes): void;
  presence(presence: Presence): void;
  /** The users who type now, including this one. */
  typing(event: Crowd): void;
  sessionEnded(): void;
}

export interface Transport {
  /** Opens the socket; during a pause between attempts it tries at once. */
  connect(): void;
  close(): void;
  /** Sends a message, if the socket takes messages. Rejects with a ChatError. */
  send?(message: NewMessage): Promise<Message>;
  /** Tells the server that the user types. */
  typing?(): void;
}

/** The createTransport that each module of transport/ exports. */
export type CreateTransport = (parts: { config: Config; events: TransportEvents }) => Transport;
