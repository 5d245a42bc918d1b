import { nchanWire } from './nchan.js';
import { pusherWire } from './pusher.js';
import { pusherServerWire } from './pusherServer.js';
import { socketIoWire } from './socketIo.js';
import { tutorialWire } from './socketIoTutorial.js';

/** The raw client's wires, by the name in /config or in a target. The last three are for baselines. */
export const WIRES = {
  'socket.io': socketIoWire,
  pusher: pusherWire,
  'socket.io tutorial': tutorialWire,
  nchan: nchanWire,
  'pusher server': pusherServerWire,
};
