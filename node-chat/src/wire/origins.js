/**
 * The origins whose pages may use this chat: compared exactly, scheme, host and port.
 * @param {Pick<import('../config.js').Config, 'host' | 'origins' | 'socketUrl'>} config
 */
export function createOrigins({ host, origins, socketUrl }) {
  const allowed = new Set(origins);
  /** @param {string | undefined} origin clients that are no browsers send none */
  const allows = (origin) => origin === undefined || allowed.has(onlyValue(origin));
  return {
    /** Once the port is known. @param {number} port */
    listenOn(port) {
      for (const name of ['localhost', '127.0.0.1', host.includes(':') ? `[${host}]` : host])
        allowed.add(`http://${name}${port === 80 ? '' : `:${port}`}`);
    },
    allows,
    /**
     * Whether a call comes from a page of this chat, or from no page. Browsers leave Origin out of some requests of
     * other sites, and say so in Sec-Fetch-Site.
     * @param {import('node:http').IncomingHttpHeaders} headers
     */
    admits({ origin, 'sec-fetch-site': site }) {
      if (origin !== undefined) return allows(origin);
      const from = onlyValue(site ?? 'none');
      return from === 'same-origin' || from === 'none';
    },
    /** What the page may connect to, as a Content-Security-Policy lists it: the address that /config names too. */
    connectSources: () =>
      [...allowed, ...(socketUrl ? [socketUrl] : [])].flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
  };
}

/**
 * Of a header sent twice, which HTTP joins by commas: the value where both agree, else all of it.
 * @param {string} header
 */
function onlyValue(header) {
  const value = header.replace(/^[\s,]+/, '');
  if (!value.includes(',')) return value;
  const [first, ...others] = value.split(',').map((each) => each.trim());
  return others.every((each) => each === first) ? first : value;
}

/** @typedef {ReturnType<typeof createOrigins>} Origins */
