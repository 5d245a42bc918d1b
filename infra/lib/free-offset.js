import { instance, loopback } from './instance.js';
import { portOwner } from './port-owner.js';

/**
 * Where each of those that run beside each other in `infra/test` begins to look. A pair takes its ports minutes after it chose them,
 * when its first step begins: nobody else may take them until then.
 */
export const firstOffsets = {
  pairs: 840,
  nginx: 940,
  supervision: 950,
  serviceUser: 960,
  backup: 970,
  realBackup: 980,
};

/**
 * The first of FIRST, FIRST + 10, ... whose ports are all free, so that no running pair is disturbed.
 * @param {number} first
 */
export function freeOffset(first) {
  for (let offset = first; offset < 990; offset += 10) {
    const { ports } = instance('any', { host: loopback, offset, only: null, real: false, load: false });
    if (Object.values(ports).every((port) => !portOwner(port))) return offset;
  }
  throw new Error(`From offset ${first} on there are no free ports: set CHAT_TEST_OFFSET.`);
}
