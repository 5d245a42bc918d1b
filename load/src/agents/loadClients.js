import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { RawClient } from '../chat/rawClient.js';
import { Agents } from './agents.js';

/** @typedef {import('../chat/types.js').LoadClient} LoadClient */

/** By the names of chatClients.js. @type {Record<string, new () => LoadClient>} */
const LOAD_CLIENTS = { raw: RawClient, artillery: ArtilleryClient };

/** @param {string} name as records have it @returns {LoadClient} here */
export const newLoadClient = (name) => new LOAD_CLIENTS[name]();

/** @param {import('../run/workloads.js').Job} job @returns {LoadClient} on the load hosts, where some are named */
export const loadClientOf = ({ agents, client }) => (agents ? new Agents(agents, client) : newLoadClient(client));
