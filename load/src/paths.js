import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands save their records in this folder unless another one is named. */
export const RESULTS = path.join(ROOT, 'load/results');
