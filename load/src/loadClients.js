import { ArtilleryClient } from './artillery/artilleryClient.js';
import { isWireOfArtillery } from './artillery/userConnection.js';
import { RawClient } from './chat/rawClient.js';
import { Agents } from './agents/agents.js';

/**
 * @typedef {import('./chat/types.js').LoadClient} LoadClient
 *
 * @typedef {object} LoadClientKind a program that plays a chat's users, and what differs between such programs
 * @property {() => LoadClient} create
 * @property {(workload: {rate?: number}) => boolean} canRun whether its users can do all that the workload asks of them
 * @property {(target: {wire?: string}) => boolean} canReach whether it speaks the target's wire
 * @property {boolean} sendsOnce it can send one load only, so its runs have no warm-up
 * @property {boolean} fillsMachine it keeps the machine busy, so two of its runs never overlap
 */

/** By the name that records have. @type {Record<string, LoadClientKind>} */
export const LOAD_CLIENTS = {
  raw: {
    create: () => new RawClient(),
    canRun: () => true,
    canReach: () => true,
    sendsOnce: false,
    fillsMachine: false,
  },
  // load/chat.yml: its users all send, at a rate of each.
  artillery: {
    create: () => new ArtilleryClient(),
    canRun: ({ rate }) => rate === undefined,
    canReach: ({ wire }) => wire === undefined || isWireOfArtillery(wire),
    sendsOnce: true,
    fillsMachine: true,
  },
};

/** @param {import('./job.js').Job} job @returns {LoadClient} on the job's load hosts, if it names some */
export const loadClientOf = ({ agents, client }) =>
  agents ? new Agents(agents, client) : LOAD_CLIENTS[client].create();
