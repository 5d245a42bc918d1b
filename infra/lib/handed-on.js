import { outsideNames } from './parts/mariadb.js';

/** Environment variables that a chat, its databases and its supervisor inherit. */
const names = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'NO_COLOR', 'FORCE_COLOR'],
  ...['NODE_DISABLE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'PYTHONNOUSERSITE', 'MONGODB_URI', 'LOG_LEVEL'],
  ...['DB_PERSISTENT', ...outsideNames, 'PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_SCHEME'],
];

/**
 * The variables of an environment that a service inherits. An operator's keys to other things are not among them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const handedOn = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name) || /^(CHAT|LC)_[A-Z_]+$/.test(name)));
