import fs from 'node:fs';
import esbuild from 'esbuild';

/**
 * A page's script with all that it imports in one text, so that it runs from a file or a server alike, without network.
 * @param {string} entry path of its first module
 * @returns {Promise<string>} to stand in a `<script>` of its own, or to be served as one
 */
export async function pageScript(entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'inline',
    logLevel: 'silent',
  });
  return outputFiles[0].text.trim();
}

/** @returns {string} the chat page's colours and type: a page's own rules come after these */
export const chartStyles = () => fs.readFileSync(new URL('../../web/css/tokens.css', import.meta.url), 'utf8');
