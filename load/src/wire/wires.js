import { nchanWire } from './nchan.js';
import { pusherWire } from './pusher.js';
import { pusherServerWire } from './pusherServer.js';
import { socketIoWire } from './socketIo.js';
import { tutorialWire } from './socketIoTutorial.js';

/** The wires that the raw client speaks, as /config or a target names them; the last three are of baselines. */
export const WIRES = {
  'socket.io': socketIoWire,
  pusher: pusherWire,
  'socket.io tutorial': tutorialWire,
  nchan: nchanWire,
  'pusher server': pusherServerWire,
};
