import { createHash } from 'node:crypto';
import { skeletonOf } from '../chat/lookalikes.js';

/**
 * What a database keeps of how a name looks, under a unique index: of one length, since a skeleton can be longer than an index may be.
 * @param {string} name
 */
export const skeletonKey = (name) => createHash('sha256').update(skeletonOf(name)).digest('base64url').slice(0, 22);

/**
 * What accounts from before are to get. Of those that look the same the first has what others must not take; each further one
 * has a key of its own, and stays what it is.
 * @param {{ _id: string, name: string, skeleton?: string }[]} documents all users
 * @returns {{ id: string, skeleton: string }[]} those that have none yet
 */
export function missingSkeletons(documents) {
  const taken = new Set(documents.map(({ skeleton }) => skeleton));
  return documents
    .filter(({ skeleton }) => !skeleton)
    .map(({ _id, name }) => {
      const own = skeletonKey(name);
      const skeleton = taken.has(own) ? `${own}/${_id}` : own;
      taken.add(own);
      return { id: _id, skeleton };
    });
}
