import path from 'node:path';
import { buildIfNeeded } from './build.ts';

// `node build-now.ts`: what `npm start` does first, alone.
await buildIfNeeded({ root: path.resolve(import.meta.dirname, '../..') });
