import { IncomingMessage } from 'node:http';
import { isOverfull } from '../../protection/request.js';
import { isSocketPath } from '../socket/socketPath.js';

/** What the parser says; a private member would not be there yet when the parent's constructor writes it. */
const asks = Symbol('asks for another protocol');

/**
 * A request for another protocol where there is none (`curl --http2`) is answered as if it had not asked (RFC 9110,
 * 7.8).
 *
 * A request that its connection has no room for claims to be an upgrade: behind one the parser stops. A chunk of 64 KiB
 * holds a thousand requests, which take 20 ms. (`shouldUpgradeCallback` of Node.js is asked of real upgrades alone.)
 */
export class UpgradableRequest extends IncomingMessage {
  /** Set by the parser. */
  set upgrade(/** @type {boolean} */ asked) {
    /** @type {any} */ (this)[asks] = asked;
  }

  get upgrade() {
    if (isOverfull(this.socket)) return true;
    return /** @type {any} */ (this)[asks] && (this.method === 'CONNECT' || this.#isForSockets());
  }

  #isForSockets() {
    return isSocketPath(this.url ?? '') && /^websocket$/i.test(this.headers.upgrade ?? '');
  }
}
