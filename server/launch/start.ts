import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverBuild } from './server-build.ts';
import { showSourceLines } from './source-lines.ts';

// `npm start`: runs the server (serve.ts) as one bundle, which takes two thirds of the processor time and memory of a
// thousand modules (decision 0137).

const root = path.resolve(import.meta.dirname, '../..');
const entry = await serverBuild(root).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
showSourceLines(root, path.dirname(entry));
await import(pathToFileURL(entry).href);
