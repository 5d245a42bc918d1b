import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { RawClient } from '../chat/rawClient.js';

/** @param {string} name as records have it: raw or artillery @returns {import('../chat/types.js').LoadClient} here */
export const newLoadClient = (name) => (name === 'artillery' ? new ArtilleryClient() : new RawClient());
