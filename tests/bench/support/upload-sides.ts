import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#tests/support/app-process.ts';
import { videoFile } from '#tests/support/media.ts';
import { buildPage } from './build-page.ts';
import type { Page } from './page.ts';
import { makeFolder, onEnd, scratch, startProgram, until } from './processes.ts';
import { addCreators, makeSidelineDatabase, signIn, startSideline, type Person, type Sideline } from './sideline.ts';

/** One side of an upload comparison: how to open its page, where to put the file, and how to detect the end. */
export interface UploadSide {
  port: number;
  prepare(page: Page, url: string): Promise<void>;
  path: string;
  /** Resolves when the server has everything. */
  untilIn(page: Page, limitMs: number): Promise<void>;
  /** Deletes everything stored, ready for the next upload. */
  clear(): Promise<void>;
}

export const FILE_INPUT = `document.querySelector('input[type=file]:not([webkitdirectory])')`;
const TABS = ['Home', 'Explore', 'Library', 'Notifications'];

/** A video of that size: a real one, then incompressible bytes that players skip. */
export async function makeVideo(mib: number, name = `video-${mib}.mp4`): Promise<string> {
  const file = path.join(scratch, name);
  const head = readFileSync(await videoFile());
  const restBytes = mib * 2 ** 20 - head.length;
  const boxHeader = Buffer.alloc(8);
  boxHeader.writeUInt32BE(restBytes);
  boxHeader.write('free', 4);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, head);
  writeSync(descriptor, boxHeader);
  for (let left = restBytes - 8; left > 0;) {
    const block = randomBytes(Math.min(left, 4 * 2 ** 20));
    writeSync(descriptor, block);
    left -= block.length;
  }
  closeSync(descriptor);
  onEnd(() => rmSync(file, { force: true }));
  return file;
}

/** The anchors' page and disk sink. */
export async function anchorSide(kind: 'put' | 'keep'): Promise<UploadSide> {
  const html = `<nav>${TABS.map((tab) => `<button>${tab}</button>`).join(' ')}</nav><label>File <input type="file"></label><p role="status">idle</p><main></main>`;
  const port = await freePort();
  startProgram(process.execPath, [path.join(import.meta.dirname, '../anchors/upload-server.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      PAGES: await buildPage('upload.ts', { html }),
      STORE: makeFolder('store'),
    },
  });
  const clear = async () => void (await fetch(`http://127.0.0.1:${port}/clear`));
  await until(
    'the sink',
    () =>
      clear().then(
        () => true,
        () => false,
      ),
    30_000,
  );
  return {
    port,
    clear,
    path: `/?kind=${kind}`,
    prepare: async () => {},
    async untilIn(page, limitMs) {
      await page.waitFor(`/done|failed/.test(document.querySelector('[role=status]').textContent)`, limitMs, 25);
    },
  };
}

export interface OwnSide extends UploadSide {
  app: Sideline;
  person: Person;
}

/** The app's Library. */
export async function ownSide(): Promise<OwnSide> {
  const database = await makeSidelineDatabase();
  const [person] = (await addCreators(database, 1)) as [Person];
  const app = await startSideline(database);
  return {
    app,
    person,
    port: app.port,
    path: '/library',
    async prepare(page, url) {
      await signIn(page, url, person);
    },
    async untilIn(_page, limitMs) {
      await until(
        'the upload at the server',
        async () =>
          (await database.pool.query("select 1 from uploads where state in ('complete', 'refused')")).rows.length > 0,
        limitMs,
        25,
      );
    },
    async clear() {
      await database.pool.query('delete from contents');
      await database.pool.query('delete from uploads');
    },
  };
}

/** Opens a side's page, ready to take a file. */
export async function openSide(side: UploadSide, page: Page, url: string): Promise<void> {
  await page.goto(url + side.path);
  await page.waitFor(`!!${FILE_INPUT} && document.readyState === 'complete'`, 30_000);
}
