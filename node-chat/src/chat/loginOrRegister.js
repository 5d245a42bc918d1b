import { createHash, timingSafeEqual } from 'node:crypto';
import { ChatError } from '../ChatError.js';
import { cleanLogin, cleanPassword } from './fields.js';
import { mayBeNew, nameKey } from './names.js';

/** @import { KnownUser, User, UserStore } from './stores.js' */
/** @import { FailedLogins } from './limits.js' */
/** @import { Passwords } from './passwords.js' */

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/**
 * Logs a user in; an unused name is registered.
 * @param {object} options
 * @param {UserStore} options.users
 * @param {FailedLogins} options.failedLogins
 * @param {Passwords} options.passwords
 * @param {string | null} options.joinCode null: anyone may register
 */
export function createLoginOrRegister({ users, failedLogins, passwords, joinCode }) {
  /**
   * @param {{ login?: unknown, password?: unknown, joinCode?: unknown, register?: unknown }} input
   * @param {string} address of the client
   * @returns {Promise<{ user: User, registered: boolean }>}
   * @throws {ChatError} an error of a field, login_unknown, wrong_password, wrong_join_code,
   *   too_many_attempts, too_many_logins, store_unavailable
   */
  return async function loginOrRegister(input, address) {
    const name = cleanLogin(input.login);
    const password = cleanPassword(input.password);
    const attempt = async () => {
      const known = await users.findByName(name);
      if (known) return logIn(known, password);
      if (input.register === false) throw new ChatError('login_unknown', { field: 'login' });
      checkJoinCode(input.joinCode);
      if (!mayBeNew(name)) throw new ChatError('login_invalid', { field: 'login' });
      return register(name, password);
    };
    return failedLogins.guard(address, nameKey(name), attempt);
  };

  /** @param {unknown} given @throws {ChatError} empty_field, wrong_join_code */
  function checkJoinCode(given) {
    if (joinCode === null) return;
    if (given === undefined || given === null || given === '')
      throw new ChatError('empty_field', { field: 'joinCode' });
    // All digests have the same length, so the time of the comparison reveals nothing about the code.
    const matches = typeof given === 'string' && timingSafeEqual(digest(given), digest(joinCode));
    if (!matches) throw new ChatError('wrong_join_code', { field: 'joinCode' });
  }

  /** @param {string} name @param {string} password */
  async function register(name, password) {
    const created = await users.register(name, await passwords.hash(password));
    if (created) return { user: { id: created.id, name }, registered: true };
    // Another request registered this name while the password was hashed.
    const winner = await users.findByName(name);
    if (!winner) throw new ChatError('store_unavailable');
    return logIn(winner, password);
  }

  /** @param {KnownUser} known @param {string} password */
  async function logIn(known, password) {
    if (!(await passwords.verify(password, known.hash))) throw new ChatError('wrong_password', { field: 'password' });
    return { user: { id: known.id, name: known.name }, registered: false };
  }
}
