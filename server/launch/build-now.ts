import path from 'node:path';
import { buildIfNeeded } from './build.ts';
import { serverBuild } from './server-build.ts';

// `node build-now.ts`: only the builds of `npm start`, of app and server.
const root = path.resolve(import.meta.dirname, '../..');
await Promise.all([buildIfNeeded({ root }), serverBuild(root)]);
