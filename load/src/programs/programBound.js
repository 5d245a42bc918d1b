import os from 'node:os';
import { BUSY_CORES, isFull } from '../record/clientBound.js';
import { busyCores, usagesOf } from '../machine/usage.js';

/**
 * Decides what limited the figure. The load program did if each of its threads kept a core busy. If the whole machine
 * was busy, the limit was the program or the server, whichever had more of the cores.
 * @param {{name: string, cpuCores: number, threads: number}} program cpuCores: how many cores it kept busy
 * @param {number} serverCores how many cores the server and its database kept busy
 * @param {number} [cores] of the machine
 * @returns {{byProgram: boolean, note: string} | null} note: what the reader has to know; null: neither was a limit
 */
export function programBound({ name, cpuCores, threads }, serverCores, cores = os.availableParallelism()) {
  if (cpuCores > BUSY_CORES * threads)
    return { byProgram: true, note: `${name} was busy throughout: the server may answer more` };
  if (!isFull(cpuCores + serverCores, cores)) return null;
  const fullCoresText = `of the ${cores} cores, which were full:`;
  if (cpuCores < serverCores)
    return {
      byProgram: false,
      note: `the server had ${serverCores.toFixed(1)} ${fullCoresText} on more it may answer more`,
    };
  return { byProgram: true, note: `${name} took ${cpuCores.toFixed(1)} ${fullCoresText} the server may answer more` };
}

/**
 * @param {Parameters<typeof programBound>[0]} program @param {import('../server/openServer.js').OpenServer} server
 * @param {{samples: import('../machine/sampler.js').Sample[], startAt: number, seconds: number}} run
 * @returns {{client: import('../record/runRecord.js').ClientSeen, notes: string[]}} as they stand in a record
 */
export function programSeen(program, server, { samples, ...run }) {
  const parts = Object.keys(server.pidsByPart);
  const bound = programBound(program, busyCores(usagesOf(samples, { ...run, parts, serverParts: [] })));
  return {
    client: { cpuCores: program.cpuCores, boundBy: bound?.byProgram ? ['CPU'] : [] },
    notes: bound === null ? [] : [bound.note],
  };
}
