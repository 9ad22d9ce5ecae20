import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../adapters/objects/index.ts';
import type { StoredFile } from './format.ts';

/** Counts and hashes what flows through. */
const meter = (): { stream: Transform; bytes(): number; sha256(): string } => {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    stream: new Transform({
      transform(part: Buffer, _, done) {
        hash.update(part);
        bytes += part.length;
        done(null, part);
      },
    }),
    bytes: () => bytes,
    sha256: () => hash.digest('hex'),
  };
};

/** Folders of a backup are open to their owner only. */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
};

/**
 * Writes a stream to a new file below `folder`, readable by its owner only, and flushes it to the disk.
 *
 * @param options.isPacked Compressed on the way; size and hash are those of the file.
 * @param options.through Sees the bytes before that.
 */
export const storeFile = async (
  folder: string,
  file: string,
  source: Readable,
  { isPacked = false, through }: { isPacked?: boolean; through?: Transform } = {},
): Promise<StoredFile> => {
  const target = path.join(folder, file);
  await makePrivateFolder(path.dirname(target));
  const seen = meter();
  const out = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  const steps = [...(through ? [through] : []), ...(isPacked ? [createGzip()] : []), seen.stream];
  await pipeline([source, ...steps, out]);
  return { file, bytes: seen.bytes(), sha256: seen.sha256() };
};

/** Writes a file whole and flushes it and its name. */
export const storeText = async (folder: string, file: string, text: string): Promise<StoredFile> => {
  const stored = await storeFile(folder, file, Readable.from([Buffer.from(text)]));
  await syncFolder(path.dirname(path.join(folder, file)));
  return stored;
};

/** Lines into a compressed file, each written before the next is asked for. */
export const storeLines = async (
  folder: string,
  file: string,
  lines: AsyncIterable<object>,
): Promise<StoredFile & { rows: number }> => {
  let rows = 0;
  const text = async function* () {
    for await (const line of lines) {
      rows += 1;
      yield `${JSON.stringify(line)}\n`;
    }
  };
  const stored = await storeFile(folder, file, Readable.from(text(), { objectMode: false }), { isPacked: true });
  return { ...stored, rows };
};

/** The bytes of a compressed file. */
export const unpacked = (file: string): Readable => {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
};

/** The lines of a compressed file, one at a time. */
export async function* readLines(file: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: unpacked(file), crlfDelay: Infinity })) yield JSON.parse(line);
}

/** Size and SHA-256 of a file, read in pieces. */
export const hashFile = (file: string): Promise<{ bytes: number; sha256: string }> =>
  hashStream(createReadStream(file));

/** Size and SHA-256 of what a stream yields. */
export const hashStream = async (source: Readable): Promise<{ bytes: number; sha256: string }> => {
  const seen = meter();
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  await pipeline(source, seen.stream, nowhere);
  return { bytes: seen.bytes(), sha256: seen.sha256() };
};
