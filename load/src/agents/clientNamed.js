import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { LoadClient } from '../chat/loadClient.js';

/** @param {string} name as records have it: raw or artillery @returns {LoadClient | ArtilleryClient} on this host */
export const clientNamed = (name) => (name === 'artillery' ? new ArtilleryClient() : new LoadClient());
