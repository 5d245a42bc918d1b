import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartStyles, pageScript } from '../charts/bundle.js';
import { markup } from '../../load/src/report/markup.js';
import { selfContained } from './selfContained.js';
import { slidesOf } from './slidesOf.js';

/**
 * @typedef {import('../src/course.js').NumberedLab} NumberedLab
 * @typedef {import('../src/runLab.js').LabRecord} LabRecord
 */

/**
 * The lecture as one file: its script, styles and figures stand in it, and its Content-Security-Policy lets it load
 * nothing else.
 * @param {Array<{lab: NumberedLab, run: LabRecord | null}>} course run: the saved one
 * @returns {Promise<string>}
 */
export async function slidesPage(course) {
  const script = await pageScript(fileURLToPath(new URL('page/main.js', import.meta.url)));
  const styles = chartStyles() + fs.readFileSync(new URL('page/slides.css', import.meta.url), 'utf8');
  const slides = slidesOf(course);
  const title = 'Event loops and workers: the lecture';
  const body = markup`<main>${slides.map(
    ({ id, lab, body, notes }, place) => markup`
<section class="slide" id="${id}" data-lab="${lab}" aria-label="Slide ${place + 1} of ${slides.length}">
${body}
<footer>${lab && `Lab ${lab} · `}${place + 1} / ${slides.length}</footer>
<aside hidden>${notes.map((note) => (typeof note === 'string' ? markup`<p>${note}</p>` : note))}</aside>
</section>`,
  )}
</main>`;
  return selfContained({ title, styles, body, script });
}
