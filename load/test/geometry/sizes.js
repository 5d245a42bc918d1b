import { fileURLToPath } from 'node:url';

/** A projector of today and one of ten years ago. */
export const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** For Chromium: the widest letters that people have. What fits with them fits with others. */
export const WIDE_LETTERS = { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) };
