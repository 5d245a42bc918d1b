import { hashSync, verifySync } from '@node-rs/bcrypt';

/**
 * What runs in a thread of createPasswords: one hash after the other, 55 ms each at cost 10. By a name, not as
 * default: Piscina requires this module, for a default Node.js then makes a facade, and where the thread is told to
 * end in that moment it aborts the whole process (CreateRequiredModuleFacade in module_wrap.cc, seen in 24.21).
 * @param {{ password: string, cost: number } | { password: string, hash: string }} task
 * @returns {string | boolean} the hash; or whether the password is that of the hash
 */
export const take = (task) =>
  'hash' in task ? verifySync(task.password, task.hash) : hashSync(task.password, { cost: task.cost });
