import { ArtilleryClient } from './artillery/artilleryClient.js';
import { WIRES_OF_ARTILLERY } from './artillery/userConnection.js';
import { RawClient } from './chat/rawClient.js';
import { Agents } from './agents/agents.js';
import { WIRES } from './wire/wires.js';

/** @import { LoadClient } from './chat/types.js' */
/** @import { RunKind } from './record/kinds.js' */
/** @import { Job } from './job.js' */

/**
 * @typedef {object} LoadClientKind a program that plays a chat's users
 * @property {() => LoadClient} create
 * @property {string[]} wires names of the wires that the program speaks
 * @property {RunKind[]} kinds kinds of runs that the program can make
 * @property {boolean} isProcess each run starts a process, which sends one load (so there is no warm-up) and keeps the
 *   machine busy (so no two runs overlap)
 */

/** Keys: the names in records. @type {Record<string, LoadClientKind>} */
export const LOAD_CLIENTS = {
  raw: {
    create: () => new RawClient(),
    wires: Object.keys(WIRES),
    kinds: ['messages', 'fanout', 'connections', 'faults'],
    isProcess: false,
  },
  artillery: {
    create: () => new ArtilleryClient(),
    wires: WIRES_OF_ARTILLERY,
    kinds: ['messages', 'faults'],
    isProcess: true,
  },
};

/** @param {Job} job @returns {LoadClient} on the job's load hosts, if it names some */
export const loadClientOf = ({ agents, client }) =>
  agents ? new Agents(agents, client) : LOAD_CLIENTS[client].create();
