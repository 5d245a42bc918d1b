import { unique } from './sentences.js';

/** @import { Cell } from './cells.js' */

/** @param {Cell[]} cells @returns {string[]} the limits of the load client at each target, and the drivers' notes */
export function noteList(cells) {
  return [...Map.groupBy(cells, ({ title }) => title)].flatMap(([title, cellsOfTarget]) => {
    const runs = cellsOfTarget.flatMap((cell) => cell.runs);
    const limits = unique(runs.flatMap(({ client }) => client.boundBy));
    const notes = withRanges(runs.flatMap((run) => run.notes));
    const said = [...(limits.length > 0 ? [`client-bound (${limits.join(', ')})`] : []), ...notes];
    return said.length > 0 ? `${title}: ${said.join('; ')}`.replace(/\.?$/, '.') : [];
  });
}

const NUMBER = /\d+(?:[,.]\d+)*/g;

/** @param {string[]} notes @returns {string[]} each once; notes that differ only by numbers become one with ranges */
const withRanges = (notes) =>
  [...Map.groupBy(notes, (note) => note.replace(NUMBER, '#')).values()].map((alike) => {
    const ranges = (alike[0].match(NUMBER) ?? []).map((_, place) =>
      rangeText(alike.map((note) => String(note.match(NUMBER)?.[place]))),
    );
    return alike[0].replace(NUMBER, () => String(ranges.shift()));
  });

/** @param {string[]} numbers such as `1,576` @returns {string} such as `1,576 to 7,045` */
function rangeText(numbers) {
  const valueOf = (/** @type {string} */ number) => Number(number.replaceAll(',', ''));
  const values = unique(numbers).sort((one, other) => valueOf(one) - valueOf(other));
  return values.length > 1 ? `${values[0]} to ${values.at(-1)}` : values[0];
}
