/**
 * Text of others' for a person's terminal: without the control characters that would drive it, but for newline and tab.
 * @param {string} text
 */
export const printable = (text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '');
