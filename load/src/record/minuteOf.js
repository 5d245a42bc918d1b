/** @param {string} iso a moment @returns {string} as tables show it, UTC */
export const minuteOf = (iso) => iso.slice(0, 16).replace('T', ' ');
