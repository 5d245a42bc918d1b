import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { RawClient } from '../chat/rawClient.js';
import { Agents } from './agents.js';

/** @typedef {import('../chat/types.js').LoadClient} LoadClient */

/** @param {string} name as records have it: raw or artillery @returns {LoadClient} here */
export const newLoadClient = (name) => (name === 'artillery' ? new ArtilleryClient() : new RawClient());

/** @param {import('../run/workloads.js').Job} job @returns {LoadClient} on the load hosts, where some are named */
export const loadClientOf = ({ agents, client }) => (agents ? new Agents(agents, client) : newLoadClient(client));
