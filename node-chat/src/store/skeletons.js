import { createHash } from 'node:crypto';
import { skeletonOf } from '../chat/lookalikes.js';

/**
 * A name's look, as a database keeps it under a unique index: a skeleton itself may be too long for one.
 * @param {string} name
 */
export const skeletonKey = (name) => createHash('sha256').update(skeletonOf(name)).digest('base64url').slice(0, 22);

/**
 * The keys of accounts from before skeletons. Of those that look the same the first has the key; each further one has a
 * key of its own.
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
