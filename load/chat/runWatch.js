import { partsOf, pidsByPart, sameHost } from '../machine/installation.js';
import { portOwners } from '../machine/portOwner.js';
import { Sampler } from '../sampler/sampler.js';
import { knownTarget } from '../targets/targets.js';

/** @typedef {{name: string, url: string, socketUrl: string}} Watched a target of the run */

/** Watches the processes of the targets and Artillery's own while a run of load/chat.yml lasts. */
export class RunWatch {
  #sampler;

  /** @param {Map<string, Record<string, number[]>>} parts pids by part, of each target @param {Sampler} sampler of them */
  constructor(parts, sampler) {
    this.parts = parts;
    this.#sampler = sampler;
  }

  /** @param {Watched[]} targets @returns {Promise<RunWatch>} */
  static async start(targets) {
    const installed = await partsOf('dev');
    const parts = new Map(targets.map((target) => [target.name, processesOf(target, installed)]));
    // Gauges are of one server.
    const metricsUrl = targets.length === 1 ? `${targets[0].url}/metrics` : null;
    return new RunWatch(parts, await Sampler.beside(Object.assign({}, ...parts.values()), [process.pid], metricsUrl));
  }

  /** @param {string} target @returns {string[]} names of its parts that are sampled */
  partsOf(target) {
    return Object.keys(this.parts.get(target) ?? {});
  }

  stop() {
    return this.#sampler.stop();
  }
}

/**
 * @param {Watched} target @param {import('../machine/installation.js').Part[]} installed
 * @returns {Record<string, number[]>} of the installation it belongs to, else whoever holds its socket's port
 */
function processesOf({ name, url, socketUrl }, installed) {
  const known = knownTarget(name);
  const wanted = known ? [...(known.fronts ?? []), ...(known.messages?.parts ?? []), known.database] : [];
  const belongs = installed.some((part) => part.url && sameHost(part.url, url));
  const own = belongs ? pidsByPart(installed.filter(({ part }) => wanted.includes(part))) : {};
  if (Object.keys(own).length > 0) return own;
  const owners = portOwners(Number(new URL(socketUrl).port));
  return owners.length > 0 ? { [`${name} server`]: owners } : {};
}
