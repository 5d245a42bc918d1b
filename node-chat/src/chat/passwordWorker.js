import { hashSync, verifySync } from '@node-rs/bcrypt';

/**
 * What runs in a thread of createPasswords: one hash after the other, 55 ms each at cost 10.
 * @param {{ password: string, cost: number } | { password: string, hash: string }} task
 * @returns {string | boolean} the hash; or whether the password is that of the hash
 */
export default (task) =>
  'hash' in task ? verifySync(task.password, task.hash) : hashSync(task.password, { cost: task.cost });
