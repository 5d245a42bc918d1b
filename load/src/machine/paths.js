import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder of the records of commands that are told no other. */
export const RESULTS = path.join(ROOT, 'load/results');
