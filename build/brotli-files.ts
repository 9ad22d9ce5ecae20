import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { matchesNothing } from './root.ts';

const compress = promisify(brotliCompress);
const TEXT_FILE = /\.(js|css|html|svg|json|webmanifest|map|pack)$/;

/** The pack of all files: the highest quality makes it 1.7 % smaller and takes the build 5 s longer. */
const PACK_FILE = /\.pack$/;
const PACK_QUALITY = 10;

/** Compresses a file in the form that the server sends. */
export const brotli = (body: Buffer, quality = 11): Promise<Buffer> =>
  compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/**
 * Writes `file.br` beside every text file of the build, so that the server never compresses a build file twice and
 * can afford the highest quality.
 *
 * Breaks if it runs before another plugin has written its files: it is the last one in vite.config.ts, and `sequential`
 * makes it wait for those before it.
 *
 * @throws Error if the build has no text file.
 */
export const brotliFiles = (): Plugin => ({
  name: 'brotli-files',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    sequential: true,
    order: 'post',
    async handler(error) {
      if (error) return;
      const { root, build } = this.environment.config;
      const folder = resolve(root, build.outDir);
      const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT_FILE.test(file));
      if (files.length === 0) throw matchesNothing(`TEXT_FILE ${TEXT_FILE}`, 'build/brotli-files.ts');
      for (const file of files) {
        const path = join(folder, file);
        const body = await readFile(path);
        const packed = await brotli(body, PACK_FILE.test(file) ? PACK_QUALITY : undefined);
        if (packed.length < body.length) await writeFile(`${path}.br`, packed);
      }
    },
  },
});
