import { runningServer } from '../../benches/target.js';
import { partsOf } from '../../machine/installation.js';
import { readScenario, SCENARIO_NAMES } from '../../scenarios/scenarios.js';
import { readTarget, TARGET_NAMES } from '../../targets/targets.js';
import { LIMITS } from './plan.js';

// Whoever starts a chat beside the page sees it soon; asking more often would only cost.
const FRESH_MS = 4000;

/**
 * @typedef {object} TargetChoice
 * @property {string} name @property {string} title
 * @property {string | null} url null: it is not running
 * @property {boolean} limited its rate limits are on
 */

/** What can be chosen: the targets that run, and the scenarios. */
export class Choices {
  /** @type {Promise<TargetChoice[]> | undefined} */
  #targets;
  #askedAt = -Infinity;

  /** @param {{instance: string, addresses?: Record<string, string>}} where addresses: of targets that are not the instance's */
  constructor(where) {
    this.where = where;
  }

  /** @param {{ask?: boolean}} [how] ask: false while something is measured @returns {Promise<TargetChoice[]>} */
  targets({ ask = true } = {}) {
    if (!this.#targets || (ask && performance.now() - this.#askedAt > FRESH_MS)) {
      this.#askedAt = performance.now();
      this.#targets = this.#look();
    }
    return this.#targets;
  }

  /** @param {TargetChoice[]} targets */
  all(targets) {
    const scenarios = SCENARIO_NAMES.map((name) => {
      const { title, about, seconds } = readScenario(name);
      return { name, title, about, seconds };
    });
    return { targets, scenarios, limits: LIMITS, instance: this.where.instance };
  }

  /** @returns {Promise<TargetChoice[]>} */
  async #look() {
    const parts = await partsOf(this.where.instance);
    return Promise.all(
      TARGET_NAMES.map(async (name) => {
        const server = await runningServer(name, { ...this.where, parts });
        return {
          name,
          title: readTarget(name).title,
          url: server?.url ?? null,
          limited: server !== null && server.config.rateLimits !== false,
        };
      }),
    );
  }
}
