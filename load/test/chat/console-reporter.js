/** Says something through Artillery's log as its reporter does, which is told by the name of its file. @param {string} line */
export const report = (line) => globalThis.artillery.log(line);
