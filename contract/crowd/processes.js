import { readdirSync, readFileSync } from 'node:fs';

/** Processes and all that descend from them. @param {number[]} pids @returns {number[]} */
export function familyOf(pids) {
  const family = new Set(pids);
  for (const pid of family) {
    for (const thread of threadsOf([pid])) {
      for (const child of readProc(`${thread}/children`).split(' ').filter(Boolean)) family.add(Number(child));
    }
  }
  return [...family];
}

/** The threads of processes, as folders of /proc. @param {number[]} pids @returns {string[]} */
export function threadsOf(pids) {
  return pids.flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
    } catch {
      return []; // it has ended
    }
  });
}

/** @param {string} file @returns {string} empty where there is none: its process has ended, or the kernel does not tell */
export function readProc(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
