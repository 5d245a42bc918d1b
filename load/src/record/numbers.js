/**
 * @param {number | null | undefined} value
 * @returns {string} three significant digits, thousands separated by a comma; a dash if unknown
 */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const [integer, fraction] = value.toFixed(digits).split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction ? `${grouped}.${fraction}` : grouped;
}
