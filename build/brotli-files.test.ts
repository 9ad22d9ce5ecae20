import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brotliFiles } from './brotli-files.ts';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';

const text = 'export const words = ' + JSON.stringify('the same words again and again '.repeat(50));

test('text files that get smaller have a compressed copy; pictures and tiny files have none', async () => {
  const root = makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': 'body { color: red }',
    'src/main.ts': `${text}; console.log(words)`,
    'public/tiny.svg': '<',
    'public/photo.png': 'the same words again and again '.repeat(50),
  });
  await buildFolder(root, [brotliFiles()]);
  const dist = path.join(root, 'dist');
  const [script] = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js'));
  const file = path.join(dist, 'assets', script!);
  expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file));
  expect(existsSync(path.join(dist, 'tiny.svg.br'))).toBe(false);
  expect(existsSync(path.join(dist, 'photo.png.br'))).toBe(false);
});

test('fails a build without text files', async () => {
  const root = makeFolder({ 'main.ts': text });
  const build = buildFolder(root, [brotliFiles()], {
    manifest: false,
    rolldownOptions: { input: path.join(root, 'main.ts'), output: { entryFileNames: '[name].bin' } },
  });
  await expect(build).rejects.toThrow(/TEXT_FILE .* matches nothing/);
});
