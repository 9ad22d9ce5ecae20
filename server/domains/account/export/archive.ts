import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { EXPORT_FILES_MAX_BYTES } from '#contract/limits.ts';
import type { ObjectStore } from '#server/adapters/objects/index.ts';
import type { StoredOriginal } from '#server/domains/library/index.ts';
import { makePage, type LeftOutFile } from './page.ts';
import type { WrittenTable } from './rows.ts';

/** A file of the store that goes into the archive. */
export interface ArchivedFile {
  key: string;
  /** Its path in the archive. */
  path: string;
  filename: string;
  sizeBytes: number;
  contentIds: readonly string[];
}

export interface FilePlan {
  files: ArchivedFile[];
  leftOut: LeftOutFile[];
  totalBytes: number;
}

/** A name that every system can unpack. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(-100) || 'file';

/**
 * Chooses the files of an archive: pictures, then the newest uploads, as long as they fit. The others are named in it.
 *
 * @param maxBytes Of all files together.
 */
export const planFiles = async (
  objects: ObjectStore,
  { originals, pictures }: { originals: readonly StoredOriginal[]; pictures: readonly string[] },
  maxBytes: number = EXPORT_FILES_MAX_BYTES,
): Promise<FilePlan> => {
  const wanted = [
    ...pictures.map((key) => ({ key, path: key, filename: key.slice(key.lastIndexOf('/') + 1), contentIds: [] })),
    ...originals.map(({ key, filename, contentIds }) => ({
      key,
      path: `files/${key.slice(key.lastIndexOf('/') + 1)}-${safeName(filename)}`,
      filename,
      contentIds,
    })),
  ];
  const plan: FilePlan = { files: [], leftOut: [], totalBytes: 0 };
  for (const file of wanted) {
    const facts = await objects.stat(file.key);
    if (!facts) plan.leftOut.push({ filename: file.filename, why: 'missing' });
    else if (plan.totalBytes + facts.sizeBytes > maxBytes) plan.leftOut.push({ filename: file.filename, why: 'large' });
    else {
      plan.files.push({ ...file, sizeBytes: facts.sizeBytes });
      plan.totalBytes += facts.sizeBytes;
    }
  }
  return plan;
};

export interface ArchiveParts {
  username: string;
  at: Date;
  tables: readonly WrittenTable[];
  plan: FilePlan;
}

/**
 * The archive as a stream, which reads each file when its turn has come. Media are not compressed again.
 *
 * @param signal Ends the stream with its reason, and closes what is open.
 */
export const streamArchive = (objects: ObjectStore, parts: ArchiveParts, signal: AbortSignal): Readable => {
  const { at, tables, plan } = parts;
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let reading: Readable | undefined;
  const stop = (error: Error) => out.destroy(error);
  const abort = () => stop(new Error('The archive was stopped.', { cause: signal.reason }));
  zip.on('error', stop);
  signal.addEventListener('abort', abort, { once: true });
  out.once('close', () => {
    signal.removeEventListener('abort', abort);
    reading?.destroy();
  });
  zip.addBuffer(Buffer.from(makePage(parts)), 'index.html', { mtime: at });
  for (const { name, path } of tables) zip.addFile(path, `data/${name}.json`, { mtime: at });
  const list = plan.files.map(({ path, filename, sizeBytes, contentIds }) => ({
    path,
    filename,
    sizeBytes,
    contentIds,
  }));
  zip.addBuffer(Buffer.from(`${JSON.stringify(list, null, 2)}\n`), 'files.json', { mtime: at });
  for (const { key, path, sizeBytes } of plan.files)
    zip.addReadStreamLazy(path, { mtime: at, compress: false, size: sizeBytes }, (done) => {
      reading = Readable.from(bytesOf(objects, key), { objectMode: false });
      // The archive was stopped meanwhile.
      if (out.destroyed) reading.destroy();
      done(null, reading);
    });
  zip.end();
  return out;
};

/** The bytes of an object, which is opened when they are asked for and closed with them. */
async function* bytesOf(objects: ObjectStore, key: string): AsyncGenerator<Buffer> {
  const opened = await objects.open(key);
  if (!opened) throw new Error('A file of the archive was deleted meanwhile.');
  for await (const part of opened.stream) yield part as Buffer;
}
