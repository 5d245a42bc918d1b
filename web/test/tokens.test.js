import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../css/tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, ...pair]) => [
    name,
    pair,
  ]),
);
const plain = (/** @type {string} */ name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '';
colours.set('accent', [plain('accent-light'), plain('accent-dark')]);

/** @param {string} hex @returns {number} relative luminance, WCAG 2.2 */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other @param {0 | 1} theme */
function contrast(one, other, theme) {
  const [low, high] = [one, other]
    .map((name) => luminance(colours.get(name)?.[theme] ?? assert.fail(`no colour ${name}`)))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = [
  ...['sheet', 'ground', 'raised', 'hover'].flatMap((ground) => ['ink', 'ink-soft'].map((ink) => [ink, ground])),
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((tone) => ['sheet', 'hover', 'ground'].map((ground) => [`tone-${tone}`, ground])),
  ['accent', 'sheet'],
  ['accent', 'hover'],
  ['on-accent', 'accent'],
  ['danger', 'sheet'],
  ['danger', 'hover'],
  ['danger', 'danger-ground'],
  ['warn', 'warn-ground'],
];
const SHAPES = [
  ['focus', 'sheet'],
  ['focus', 'ground'],
  ['line-strong', 'sheet'],
  ['line-strong', 'ground'],
  ['here', 'ground'],
];

for (const [theme, name] of /** @type {const} */ ([
  [0, 'light'],
  [1, 'dark'],
])) {
  test(`text reaches WCAG AA (4.5) on each ground it stands on, ${name}`, () => {
    for (const [ink, ground] of TEXT)
      assert.ok(contrast(ink, ground, theme) >= 4.5, `${ink} on ${ground}: ${contrast(ink, ground, theme)}`);
  });
  test(`borders of fields and dots reach 3, ${name}`, () => {
    for (const [line, ground] of SHAPES)
      assert.ok(contrast(line, ground, theme) >= 3, `${line} on ${ground}: ${contrast(line, ground, theme)}`);
  });
}

test('the bars of the browser have the colour of the bar of the page', () => {
  const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
  const metas = html.matchAll(/<meta name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"/g);
  const [light, dark] = colours.get('sheet') ?? [];
  assert.deepEqual(Object.fromEntries([...metas].map(([, colour, theme]) => [theme, colour])), { light, dark });
});
