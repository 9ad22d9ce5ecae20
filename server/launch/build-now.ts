import path from 'node:path';
import { buildIfNeeded } from './build.ts';

// `node build-now.ts`: only the build of `npm start`.
await buildIfNeeded({ root: path.resolve(import.meta.dirname, '../..') });
