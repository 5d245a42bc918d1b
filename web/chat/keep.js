/**
 * One named value that survives a reload. If the browser forbids storage, the value lives as long as the page.
 * @param {'session' | 'local'} where  session: this tab; local: this browser
 * @param {string} name
 */
export function keep(where, name) {
  const key = `chat:${name}`;
  /** @type {any} */
  let value = null;
  try {
    value = JSON.parse(storage(where).getItem(key) ?? 'null');
  } catch {
    // Storage refused, or a value of another program: start empty.
  }
  return {
    read: () => value,
    /** @param {any} next null forgets it */
    write(next) {
      value = next;
      try {
        if (next === null || next === '') storage(where).removeItem(key);
        else storage(where).setItem(key, JSON.stringify(next));
      } catch {
        // Storage refused or full: the value stays in this page.
      }
    },
  };
}

/**
 * One value of a user, in this tab. After a server was emptied, another user may have the same id.
 * @param {import('./types.js').User} user @param {string} name
 */
export const keepOf = (user, name) => keep('session', `${name}:${user.id}:${user.name}`);

/** @param {'session' | 'local'} where */
function storage(where) {
  return where === 'session' ? sessionStorage : localStorage;
}
