import { beforeAll, describe, expect, it } from 'vitest';
import { lintProbes, type Probe } from './probes.fixtures.ts';

// Each probe is a file with one import, linted with the configuration of this repository.

const REFUSED: readonly Probe[] = [
  ['contract/a.ts', `import { x } from '../src/ui/button.tsx';`],
  ['contract/b.ts', `import { x } from '../workers/sync.ts';`],
  ['contract/c.ts', `import { x } from '../sw/worker-global.ts';`],
  ['contract/d.ts', `import { x } from '#store/door.ts';`],
  ['contract/e.ts', `import type { X } from '../store/door.ts';`],
  ['contract/text/f.ts', `import { x } from '../../server/log.ts';`],
  ['contract/g.ts', `export const x = async (name: string) => import(name);`],
  ['store/a.ts', `import { x } from '#workers/sync.ts';`],
  ['store/uploads/b.ts', `import { x } from '../../src/app/links.ts';`],
  ['store/uploads/deep/c.ts', `export type X = import('../../../src/app/links.ts').Links;`],
  ['workers/a.ts', `import { x } from '#app/links.ts';`],
  ['workers/b.ts', `export const x = new Worker(new URL('../sw/sw.ts', import.meta.url));`],
  ['sw/a.ts', `import { x } from '../workers/sync.ts';`],
  ['sw/b.ts', `import { x } from '/src/app/links.ts';`],
  ['src/ui/a.ts', `import { x } from '../../store/door.ts';`],
  ['src/ui/b.ts', `import { x } from '#store/door.ts';`],
  ['src/ui/c.ts', `import { x } from '../app/links.ts';`],
  ['src/ui/d.ts', `import { x } from '#contract/library.ts';`],
  ['src/ui/player/e.ts', `export { x } from '../../features/watch/watch-page.tsx';`],
  ['src/app/a.ts', `import { x } from '../features/watch/watch-page.tsx';`],
  ['src/app/data/b.ts', `export const x = () => import('../../features/watch/watch-page.tsx');`],
  ['src/app/data/c.ts', `export const x = import.meta.glob(['./*.ts', '../../features/*/*.ts']);`],
  ['src/features/watch/a.ts', `import { x } from '../library/tags.ts';`],
  ['src/features/watch/b.ts', `export * from '../library/tags.ts';`],
  ['src/features/watch/c.ts', `import type { X } from '../library/tags.ts';`],
  ['src/features/watch/d.ts', `import '../watch-later/styles.css';`],
  ['src/features/watch/e.ts', `import { x } from '../../routes/__root.tsx';`],
  ['src/features/watch/f.ts', `import { x } from '#server/log.ts';`],
  ['src/features/watch/g.ts', 'export const x = () => import(`../library/tags.ts`);'],
  ['src/features/watch/h.ts', `import { x } from './watch.fixtures.ts';`],
  ['src/features/watch/k.ts', `import { x } from '#features/library/tags.ts';`],
  ['src/features/watch/i.ts', `import { x } from '#unknown/x.ts';`],
  ['src/features/watch/j.ts', `import { x } from '../../../../elsewhere/x.ts';`],
  ['src/routes/a.tsx', `import { x } from '../../server/log.ts';`],
  ['src/routes/_tabs/b.tsx', `import { x } from '#tests/support/app.ts';`],
  ['src/main.tsx', `import { x } from '../server/log.ts';`],
  ['server/domains/upload/a.ts', `import { x } from '../files/read-bytes.ts';`],
  ['server/domains/upload/b.ts', `import type { X } from '#server/domains/files/read-bytes.ts';`],
  ['server/domains/upload/c.ts', `import { x } from '../../handlers.ts';`],
  ['server/domains/upload/i.ts', `import { x } from '../../http/app.ts';`],
  ['server/domains/upload/j.ts', `import type { X } from '#server/http/run-call.ts';`],
  ['server/domains/upload/d.ts', `import { x } from '../../jobs/jobs.ts';`],
  ['server/domains/upload/e.ts', `import { x } from '../../adapters/media/sniff.ts';`],
  ['server/domains/upload/f.ts', `import { x } from './upload.fixtures.ts';`],
  ['server/domains/upload/deep/g.ts', `import { x } from '../../../../src/ui/button.tsx';`],
  ['server/domains/upload/h.ts', `import { x } from '#store/door.ts';`],
  ['server/calls/a.ts', `import { x } from '../http/app.ts';`],
  ['server/calls/b.ts', `import { x } from '../domains/files/index.ts';`],
  ['server/adapters/a.ts', `import { x } from '../domains/files/index.ts';`],
  ['server/adapters/media/b.ts', `import { x } from '../../http/app.ts';`],
  ['server/db/a.ts', `import { x } from '../services.ts';`],
  ['server/http/a.ts', `import { x } from '../domains/files/read-bytes.ts';`],
  ['server/http/b.ts', `import { x } from '../../tests/support/server.ts';`],
  ['server/jobs/a.ts', `import { x } from '../domains/files/read-bytes.ts';`],
  ['server/jobs/b.ts', `import { x } from '../http/app.ts';`],
  ['server/seeds/demo/a.ts', `import { x } from '../../domains/files/read-bytes.ts';`],
  ['server/services.ts', `import { x } from './domains/files/index.ts';`],
  ['server/handlers.ts', `import { x } from './domains/files/read-bytes.ts';`],
  ['server/launch/a.ts', `import { x } from '#ui/buttons/button.tsx';`],
  ['build/a.ts', `import { x } from '../src/app/links.ts';`],
  ['new-area/a.ts', `import { x } from '../contract/ids.ts';`],

  // Packages that a layer does not use.
  ['contract/h.ts', `import { readFileSync } from 'node:fs';`],
  ['contract/i.ts', `import Dexie from 'dexie';`],
  ['store/d.ts', `import { useState } from 'react';`],
  ['store/e.ts', `import type { ReactNode } from 'react';`],
  ['store/f.ts', `export const x = () => import('react-dom/client');`],
  ['workers/c.ts', `import { useState } from 'react';`],
  ['sw/c.ts', `import { Hono } from 'hono';`],
  ['src/ui/f.ts', `import pg from 'pg';`],
  ['src/ui/g.ts', `import Dexie from 'dexie';`],
  ['src/ui/h.ts', `export { Link } from '@tanstack/react-router';`],
  ['src/ui/i.ts', `export const x = import.meta.glob('/node_modules/pg/lib/*.js');`],
  ['src/app/d.ts', `import fs from 'node:fs/promises';`],
  ['src/features/watch/l.ts', `import { sql } from 'kysely';`],
  ['src/routes/c.tsx', `import Dexie from 'dexie';`],
  ['server/domains/upload/k.ts', `import { useState } from 'react';`],
  ['server/domains/upload/l.ts', `import { S3Client } from '@aws-sdk/client-s3';`],
  ['server/domains/upload/m.ts', `import fs from 'fs';`],
  ['server/calls/c.ts', `import { Hono } from 'hono';`],
  ['server/adapters/c.ts', `import { PgBoss } from 'pg-boss';`],
  ['server/db/b.ts', `import Dexie from 'dexie';`],

  // Inner files of store/, and rooms of src/app.
  ['workers/d.ts', `import { x } from '#store/outbox/local-change.ts';`],
  ['sw/d.ts', `import { x } from '#store/uploads/upload-job.machine.ts';`],
  ['src/app/data/e.ts', `import { x } from '#store/effects/library.ts';`],
  ['src/features/watch/m.ts', `import { x } from '#store/sync/pull.ts';`],
  ['src/features/watch/n.ts', `import { x } from '#store/uploads/post-chunk.ts';`],
  ['src/routes/d.tsx', `import { x } from '#store/uploads/run-jobs.ts';`],
  ['src/app/format/a.ts', `import { x } from '../frame/root-bar.tsx';`],
  ['src/app/data/f.ts', `import { x } from '#app/forms/name-sheet.tsx';`],
  ['src/app/lists/a.ts', `import { x } from '../payments/add-card-page.tsx';`],
  ['src/app/frame/a.ts', `import { x } from '../desk/desk-view.tsx';`],
  ['src/ui/buttons/a.ts', `import { x } from '../tiles/content-tile.tsx';`],
  ['src/ui/z.ts', `import { x } from './buttons/button.tsx';`],
  ['src/ui/new-room/a.ts', `import { x } from '../icons.ts';`],
  ['src/app/new-room/a.ts', `import { x } from '#ui/buttons/button.tsx';`],

  // Ways around an import.
  ['server/domains/upload/n.ts', `import { createRequire } from 'node:module';`],
  ['server/domains/upload/o.ts', `export const x = import.meta.resolve('../files/read-bytes.ts');`],
  ['server/domains/upload/p.ts', `export const x = process.getBuiltinModule('node:module');`],
  ['src/app/data/g.ts', `export const x = new Worker('/sw/sw.ts', { type: 'module' });`],
  ['src/app/data/h.ts', `export const x = new SharedWorker(new URL('/sw/sw.ts', import.meta.url));`],
  ['workers/e.ts', `export const x = new Worker('../sw/sw.ts');`],
  ['workers/f.ts', `export const x = (name: string) => new Worker(name);`],
  ['workers/g.ts', `importScripts('/src/app/links.ts');`],
];

const ALLOWED: readonly Probe[] = [
  [
    'contract/ok-a.ts',
    `import { x } from './ids.ts'; import * as v from 'valibot'; import { y } from '#contract/text/ui-display.ts';`,
  ],
  ['store/uploads/ok-a.ts', `import { x } from '../door.ts'; import { y } from '#contract/ids.ts';`],
  [
    'workers/ok-a.ts',
    `import { x } from '#store/door.ts'; export const y = new Worker(new URL('./a.worker.ts', import.meta.url));`,
  ],
  ['sw/ok-a.ts', `import { x } from '#store/door.ts'; export * from './worker-global.ts';`],
  ['src/ui/ok-a.ts', `import { x } from '#contract/text/ui-display.ts'; import './a.css'; import { y } from 'react';`],
  ['src/ui/ok-c.ts', `import 'react-easy-crop/react-easy-crop.css'; import type { X } from 'hls.js/light';`],
  ['store/ok-b.ts', `import Dexie from 'dexie'; import { createMachine } from 'xstate';`],
  ['server/db/ok-b.ts', `import pg from 'pg'; import { readFile } from 'node:fs/promises';`],
  ['server/db/embedded/binaries.ts', `import { createRequire } from 'node:module';`],
  ['server/http/ok-b.ts', `export const x = new URL('/api/health', 'http://localhost');`],
  ['src/features/watch/ok-d.ts', `import { x } from '#store/outbox/enqueue.ts';`],
  ['workers/ok-b.ts', `import { x } from '#store/sync/pull.ts';`],
  ['src/app/lists/ok-a.ts', `import { x } from '../frame/root-bar.tsx'; import { y } from '#app/data/me.ts';`],
  ['src/app/lists/ok-b.test.ts', `import { x } from '../payments/add-card-page.tsx'; import fs from 'node:fs';`],
  ['src/ui/ok-b.ts', `export const x = import.meta.glob('/node_modules/pdfjs-dist/cmaps/*.bcmap');`],
  [
    'src/app/data/ok-a.ts',
    `import { x } from '#workers/sync.ts'; import { y } from '../format/format.ts'; import type { Z } from '#ui/a.ts';`,
  ],
  [
    'src/features/watch/ok-a.ts',
    `import { x } from '#app/links.ts'; import { y } from '../../app/links.ts'; import { z } from '#store/door.ts';`,
  ],
  ['src/features/watch/parts/ok-b.ts', `export const x = () => import('../watch-page.tsx');`],
  [
    'src/features/watch/ok-c.test.ts',
    `import { x } from '../library/tags.ts'; import { y } from '#server/log.ts'; import { z } from '#tests/a.ts';`,
  ],
  ['src/routes/_tabs/ok-a.tsx', `export const x = () => import('../../features/watch/watch-page.tsx');`],
  ['src/router.tsx', `import { x } from './routeTree.gen.ts'; import { y } from './app/crash-page.tsx';`],
  [
    'server/domains/upload/ok-a.ts',
    `import { x } from '../files/index.ts'; import { y } from '../../db/database.ts'; import { z } from './plan.ts';`,
  ],
  [
    'server/domains/upload/ok-b.ts',
    `import { x } from '#server/calls/context.ts'; import { y } from '../../adapters/media/index.ts';`,
  ],
  [
    'server/domains/upload/ok-c.ts',
    `import { x } from '../../adapters/mail.ts'; export const y = new URL('../../../package.json', import.meta.url);`,
  ],
  ['server/calls/ok-a.ts', `import { x } from '../db/database.ts'; import type { Y } from '../services.ts';`],
  [
    'server/adapters/media/ok-a.ts',
    `import { x } from '../../db/database.ts'; import { y } from '#contract/limits.ts';`,
  ],
  [
    'server/http/ok-a.ts',
    `import { x } from '../calls/context.ts'; import { y } from '../handlers.ts'; import { z } from '../domains/media/index.ts';`,
  ],
  ['server/jobs/ok-a.ts', `import { x } from '../domains/upload/index.ts'; import { y } from '../log.ts';`],
  ['server/db/ok-a.ts', `export const x = new URL('./migrations/', import.meta.url);`],
  ['server/main.ts', `import { x } from './domains/media/index.ts'; import { y } from './seeds/demo/index.ts';`],
  [
    'tests/support/ok-a.ts',
    `import { x } from '../../src/features/watch/a.ts'; export const y = (name: string) => import(name);`,
  ],
  ['vitest.config.ts', `import { x } from './tests/support/chromium.ts';`],
  [
    'build/ok-a.ts',
    `import type * as view from '../src/features/auth/join/welcome-view.tsx'; import pkg from '../package.json';`,
  ],
];

let linted: Awaited<ReturnType<typeof lintProbes>>;

beforeAll(async () => {
  linted = await lintProbes([...REFUSED, ...ALLOWED], 'arrows');
}, 60_000);

describe('the lint of imports', () => {
  it('reads every probe', () => expect(linted.readCount).toBe(REFUSED.length + ALLOWED.length));

  it.each(REFUSED)('refuses in %s: %s', (file) => expect(linted.messagesOf(file)).toHaveLength(1));

  it.each(ALLOWED)('allows in %s: %s', (file) => expect(linted.messagesOf(file)).toEqual([]));
});
