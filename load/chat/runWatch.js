import { partsOf } from '../machine/installation.js';
import { Sampler } from '../sampler/sampler.js';
import { processesOf } from '../servers/openServer.js';
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
    const parts = new Map(targets.map((target) => [target.name, partsOfWatched(target, installed)]));
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
 * @param {Watched} target @param {import('../machine/installation.js').Part[]} parts of the installation
 * @returns {Record<string, number[]>} pids by part, whose names no other target of the run has
 */
function partsOfWatched({ name, url, socketUrl }, parts) {
  const found = processesOf({ known: knownTarget(name), port: new URL(socketUrl).port, url, installation: { parts } });
  return Object.fromEntries(
    Object.entries(found).map(([part, pids]) => [part === 'server' ? `${name} server` : part, pids]),
  );
}
