/** @typedef {import('./findCapacity.js').Capacity} Capacity */

/**
 * @param {Capacity} capacity @param {(level: number) => string} load in words
 * @returns {string} the answer in a sentence
 */
export function capacityText({ level, least, greatest, clientLimited, levels }, load) {
  const of = (/** @type {number} */ at) => {
    const tried = levels.find((one) => one.level === at);
    return tried ? `${tried.passed} of ${tried.passed + tried.failed + tried.full} runs passed` : 'not tried';
  };
  if (greatest === null) {
    if (least === null)
      return 'No level passed every run of a confirmation, and none failed all of one: the machine is too noisy to say.';
    return `At least ${load(least)} (${of(least)}): nothing above was tried.`;
  }
  if (clientLimited) {
    const bears =
      least === null ? 'nothing is known of the server' : `the server bears at least ${load(least)} (${of(least)})`;
    return `Client-limited at ${load(greatest)}: there the load client or the machine was full (${of(greatest)}); ${bears}.`;
  }
  if (level === null || least === null) return `Less than ${load(greatest)}: ${of(greatest)}.`;
  return `${load(level)}, between ${load(least)} (${of(least)}) and ${load(greatest)} (${of(greatest)}).`;
}
