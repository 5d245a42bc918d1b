/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Config } from './config.js' */

/**
 * The origins whose pages may use this chat. Scheme, host and port are compared exactly.
 * @param {Pick<Config, 'host' | 'origins'>} config
 */
export function createOrigins({ host, origins }) {
  const allowed = new Set(origins);
  return {
    /** Call when the port is known. @param {number} port */
    allowPort(port) {
      for (const name of ['localhost', '127.0.0.1', host.includes(':') ? `[${host}]` : host])
        allowed.add(`http://${name}${port === 80 ? '' : `:${port}`}`);
    },
    /**
     * Whether a call comes from a page of this chat, or from another program, which sends neither header. Browsers omit
     * Origin in some requests of other sites, but then send Sec-Fetch-Site.
     * @param {IncomingHttpHeaders} headers
     */
    admits({ origin, 'sec-fetch-site': site }) {
      if (origin !== undefined) return allowed.has(origin);
      return site === undefined || site === 'same-origin' || site === 'none';
    },
    /** For the page's Content-Security-Policy. */
    connectSources: () => [...allowed].flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
  };
}

/** @typedef {ReturnType<typeof createOrigins>} Origins */
