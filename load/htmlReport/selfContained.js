import { createHash } from 'node:crypto';
import { markup, raw } from './markup.js';

/**
 * A page as one file: its script, styles and charts stand in it, and its Content-Security-Policy lets it load nothing else.
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.styles CSS
 * @param {ReturnType<typeof markup>} page.body
 * @param {string} [page.script] which finds `charts` as JSON in the element of that id
 * @param {Record<string, any>} [page.charts]
 * @returns {string} HTML
 */
export function selfContained({ title, styles, body, script, charts = {} }) {
  const policy = ["default-src 'none'", script && `script-src ${hashOf(script)}`, `style-src ${hashOf(styles)}`];
  // Not a space more inside of script and style: they are named by their hash.
  const scripts =
    script &&
    markup`<script type="application/json" id="charts">${raw(JSON.stringify(charts).replaceAll('<', '\\u003c'))}</script>
<script>${raw(script)}</script>
`;
  return String(
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy.filter(Boolean).join('; ')}">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body>
${body}
${scripts}</body>
</html>
`,
  );
}

/** @param {string} text @returns {string} as a Content-Security-Policy names it */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
