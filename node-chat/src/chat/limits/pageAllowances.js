import { contract } from '../../contract.js';
import { UserAllowances } from './userAllowances.js';

const { pagesPerSecond: perSecond, pagesBurst: burst } = contract.limits;

/** How many pages of messages a user may read. */
export class PageAllowances extends UserAllowances {
  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    super({ perSecond, burst, code: 'too_many_pages' }, now);
  }
}
