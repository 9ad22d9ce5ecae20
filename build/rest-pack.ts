import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes one file with all files of the build that are not in the shell, so that a device gets them by one request instead
 * of some 600 (docs/decisions/0113-the-rest-in-one-file.md). Its first line is a JSON list of `[path, bytes]`; the files
 * follow in that order, with nothing between them. `sw/rest-pack.ts` reads it.
 *
 * @param entries The service worker's list of files; `folder` has the files.
 * @returns Its entry in that list, or nothing if the build has no such files.
 */
export const writeRestPack = async (
  entries: readonly { url: string; isShell?: boolean }[],
  folder: string,
): Promise<{ url: string; revision: null; size: number; isPack: true }[]> => {
  const urls = entries.filter(({ isShell }) => !isShell).map(({ url }) => url);
  if (urls.length === 0) return [];
  const bodies = await Promise.all(urls.map((url) => readFile(join(folder, url))));
  const list = JSON.stringify(urls.map((url, at) => [`/${url}`, bodies[at]!.length]));
  const pack = Buffer.concat([Buffer.from(`${list}\n`), ...bodies]);
  const hash = createHash('sha256').update(pack).digest('base64url').slice(0, 8);
  const url = `assets/rest-${hash}.pack`;
  await writeFile(join(folder, url), pack);
  return [{ url, revision: null, size: pack.length, isPack: true }];
};
