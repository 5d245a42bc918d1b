/**
 * @typedef {object} ServerFacts commit, runtime: null where its /health does not name them
 * @property {string | null} commit @property {string | null} runtime @property {boolean | null} rateLimits
 *
 * @typedef {ServerFacts & {database: string | null, fresh: boolean}} MeasuredServer fresh: started for this run alone
 */

/** @param {any} config what its /config says; null: nothing @param {string} url @returns {Promise<ServerFacts>} */
export async function factsOf(config, url) {
  if (config === null) return { commit: null, runtime: null, rateLimits: null };
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  const { build, runtime = null } = await response.json().catch(() => ({}));
  return { commit: build?.split('+')[1] || null, runtime, rateLimits: config.rateLimits ?? null };
}
