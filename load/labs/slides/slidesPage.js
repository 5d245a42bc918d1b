import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartStyles, pageScript } from '../../charts/bundle.js';
import { markup, raw } from '../../htmlReport/markup.js';
import { slidesOf } from './slidesOf.js';

/**
 * @typedef {import('../course.js').NumberedLab} NumberedLab
 * @typedef {import('../runLab.js').LabRecord} LabRecord
 */

/**
 * The lecture as one file: its script, styles and figures stand in it, and its Content-Security-Policy lets it load nothing else.
 * @param {Array<{lab: NumberedLab, run: LabRecord | null}>} course run: the saved one
 * @returns {Promise<string>}
 */
export async function slidesPage(course) {
  const script = await pageScript(fileURLToPath(new URL('page/main.js', import.meta.url)));
  const styles = chartStyles() + fs.readFileSync(new URL('page/slides.css', import.meta.url), 'utf8');
  const { slides, charts } = slidesOf(course);
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(styles)}`;
  // Not a space more inside of script and style: they are named by their hash.
  return String(
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Event loops and workers: the lecture</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>${slides.map(
      ({ id, lab, body }, place) => markup`
<section class="slide" id="${id}" data-lab="${lab}" aria-label="Slide ${place + 1} of ${slides.length}">
${body}
<footer>${lab && `Lab ${lab} · `}${place + 1} / ${slides.length}</footer>
</section>`,
    )}
</main>
<script type="application/json" id="charts">${raw(JSON.stringify(charts).replaceAll('<', '\\u003c'))}</script>
<script>${raw(script)}</script>
</body>
</html>
`,
  );
}

/** @param {string} text @returns {string} as a Content-Security-Policy names it */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
