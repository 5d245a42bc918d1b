import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PAGES } from '../src/course.js';

/** @import { NumberedLab } from '../src/course.js' */

const resolve = createRequire(import.meta.url).resolve;
const read = (/** @type {string} */ file) => fs.readFileSync(file, 'utf8');
const here = (/** @type {string} */ name) => read(new URL(name, import.meta.url).pathname);

const START = `Reveal.initialize({
  width: 1280, height: 720, margin: 0.05, center: false, hash: true, slideNumber: 'c/t', transition: 'none',
  plugins: [RevealMarkdown, RevealNotes],
});`;

/**
 * Builds the lecture as one HTML file: reveal.js, docs/labs and its pictures. The forge shows the same pages to read.
 * @param {NumberedLab[]} course @returns {string}
 */
export function slidesPage(course) {
  const pages = [here('start.md'), ...course.map(({ id }) => read(path.join(PAGES, `${id}.md`)))];
  const [reveal, markdown, notes] = ['reveal.js', 'reveal.js/plugin/markdown', 'reveal.js/plugin/notes'].map((name) =>
    read(resolve(name)),
  );
  const sheets = ['../../web/css/tokens.css', 'theme.css'].map(here);
  const styles = [read(resolve('reveal.js/reveal.css')), ...sheets].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Event loops and workers</title>
<style>${styles}</style>
</head>
<body>
<div class="reveal"><div class="slides">
${pages.map(sectionOf).join('\n')}
</div></div>
${[reveal, markdown, notes, START].map((script) => `<script>${inScript(script)}</script>`).join('\n')}
</body>
</html>
`;
}

/** @param {string} page Markdown @returns {string} its slides, without the text below them that is only for reading */
function sectionOf(page) {
  const [slides] = page.split('<!-- to read -->');
  const text = slides
    .trim()
    .replace(/\n---$/, '')
    .replace(/\]\(([^)]+\.svg)\)/g, (_, file) => `](${dataUri(file)})`);
  return `<section data-markdown data-separator="^\\n---\\n$" data-separator-notes="^Note:">
<textarea data-template>${inScript(text)}</textarea></section>`;
}

/** @param {string} file a picture's name in docs/labs */
const dataUri = (file) => `data:image/svg+xml;base64,${Buffer.from(read(path.join(PAGES, file))).toString('base64')}`;

/** Escapes end tags, so that the text does not end its element. @param {string} text */
const inScript = (text) => text.replace(/<\/(script|textarea)/gi, '<\\/$1');
