import { contract } from '../../contract.js';
import { UserAllowances } from './userAllowances.js';

const { searchesPerSecond: perSecond, searchesBurst: burst } = contract.limits;

/** How many searches a user may make. */
export class SearchAllowances extends UserAllowances {
  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    super({ perSecond, burst, code: 'too_many_searches' }, now);
  }
}
