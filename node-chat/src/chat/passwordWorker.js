import { hashSync, verifySync } from '@node-rs/bcrypt';

/**
 * Runs in a thread of createPasswords, one hash after the other, 55 ms each at cost 10. Not the default export: Piscina
 * requires this module, and a thread that ends while Node.js makes a facade for the default aborts the whole process
 * (CreateRequiredModuleFacade in module_wrap.cc, seen in 24.21).
 * @param {{ password: string, cost: number } | { password: string, hash: string }} task
 * @returns {string | boolean} the hash; or whether the password is that of the hash
 */
export const take = (task) =>
  'hash' in task ? verifySync(task.password, task.hash) : hashSync(task.password, { cost: task.cost });
