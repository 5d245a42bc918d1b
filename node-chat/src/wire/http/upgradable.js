import { IncomingMessage } from 'node:http';
import { isOverfull } from '../../protection/request.js';
import { isSocketPath } from '../socket/socketPath.js';

/** What the parser says; a private member would not be there yet when the parent's constructor writes it. */
const asks = Symbol('asks for another protocol');

/**
 * A request that asks for another protocol where there is none, such as one of `curl --http2`, is answered as if it had not
 * asked (RFC 9110, 7.8): Node.js hands all that ask to those who listen to `upgrade`, who leave it without an answer.
 * (`shouldUpgradeCallback` of Node.js 24 does this; the versions before have none.)
 *
 * What its connection has no room for is passed off as such a request, since behind one the parser stops: a chunk of 64 KiB holds a
 * thousand requests, which take 20 ms.
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
