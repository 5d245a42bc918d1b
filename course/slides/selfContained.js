import { createHash } from 'node:crypto';
import { markup, raw } from '../../load/src/report/markup.js';

/**
 * A page as one file: its script and styles stand in it, and its Content-Security-Policy lets it load nothing else.
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.styles CSS
 * @param {ReturnType<typeof markup>} page.body
 * @param {string} page.script
 * @returns {string} HTML
 */
export function selfContained({ title, styles, body, script }) {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(styles)}`;
  // Not a space more inside of script and style: they are named by their hash.
  return String(
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body>
${body}
<script>${raw(script)}</script>
</body>
</html>
`,
  );
}

/** @param {string} text @returns {string} as a Content-Security-Policy names it */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
