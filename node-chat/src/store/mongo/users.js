import { unlessTaken } from './attempt.js';

/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { UserRows } from '../database.js' */
/** @import { KnownUser } from '../../chat/stores.js' */

/** @param {Models['User']} User @param {Attempt} attempt @returns {UserRows} */
export function openUsers(User, attempt) {
  const findOne = async (/** @type {{ _id: string } | { key: string }} */ filter) => {
    const found = await attempt((deadline) => User.findOne(filter, null, deadline).lean());
    return found && toUser(found);
  };
  return {
    find: (id) => findOne({ _id: id }),
    findByKey: (key) => findOne({ key }),
    insert: async (users) => {
      const documents = users.map(({ id, name, hash, key }) => /** @type {any} */ ({ _id: id, name, hash, key }));
      const insert = (/** @type {any} */ deadline) =>
        User.collection.insertMany(documents, { ordered: false, ...deadline });
      return (await unlessTaken(attempt(insert))) !== null;
    },
  };
}

/** @param {any} document @returns {KnownUser} */
const toUser = ({ _id, name, hash }) => ({ id: _id, name, hash });
