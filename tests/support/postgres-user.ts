import { text } from 'node:stream/consumers';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

/** A process of its own that uses the embedded database until its input ends: `postgres-user.ts DATA_DIR`. */
const dataDir = process.argv[2];
if (!dataDir) throw new Error('The data folder is missing.');
const log = { info: () => {}, warn: console.error, error: console.error };
const { stop } = await startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: '16MB' } });
console.log('ready');
await text(process.stdin);
await stop();
