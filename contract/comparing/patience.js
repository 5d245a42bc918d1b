const TICK_MS = 200;

/**
 * Calls back when so much time has passed in which this process could have heard of something: while it stands still itself,
 * beside others who want the same cores, nobody is silent.
 * @param {number} ms @param {() => void} done @returns {() => void} ends the waiting
 */
export function afterSilence(ms, done) {
  let left = ms;
  /** @type {NodeJS.Timeout} */
  let timer;
  const wait = () => {
    const step = Math.min(left, TICK_MS);
    timer = setTimeout(() => {
      left -= step;
      if (left > 0) wait();
      // What has come meanwhile is read first.
      else timer = setTimeout(done, 1);
    }, step);
  };
  wait();
  return () => clearTimeout(timer);
}
