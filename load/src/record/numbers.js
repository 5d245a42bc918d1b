/** @param {number} value @returns {string} as short as it stands at an axis: 20k */
export function tickText(value) {
  if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toPrecision(4))}M`;
  if (Math.abs(value) >= 1000) return `${Number((value / 1000).toPrecision(4))}k`;
  return String(Number(value.toPrecision(4)));
}

/**
 * @param {number | null | undefined} value
 * @returns {string} three digits that count, thousands apart by a narrow space that does not break; a dash where nobody knows it
 */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const [whole, fraction] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/** @param {{least: number, greatest: number}} spread @returns {string} empty where both are the same */
export const intervalText = ({ least, greatest }) =>
  least === greatest ? '' : `${valueText(least)} to ${valueText(greatest)}`;
