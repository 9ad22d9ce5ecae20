import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './build.fixtures.ts';
import { writeRestPack } from './rest-pack.ts';

test('all files but the shell are in one file, after a line that says how long each is; its name follows its content', async () => {
  const files = { 'assets/a.js': 'export const a = "ä"', 'art/b.svg': '<svg></svg>', 'index.html': '<html>' };
  const entries = [{ url: 'index.html', isShell: true }, { url: 'assets/a.js' }, { url: 'art/b.svg' }];
  const write = async (changed: Partial<typeof files>) => {
    const folder = makeFolder({ ...files, ...changed });
    const [entry] = await writeRestPack(entries, folder);
    return { entry: entry!, text: readFileSync(path.join(folder, entry!.url), 'utf8') };
  };
  const { entry, text } = await write({});
  expect(text).toBe('[["/assets/a.js",21],["/art/b.svg",11]]\nexport const a = "ä"<svg></svg>');
  expect(entry).toEqual({
    url: expect.stringMatching(/^assets\/rest-.{8}\.pack$/),
    revision: null,
    size: Buffer.byteLength(text),
    isPack: true,
  });
  expect((await write({ 'index.html': 'other' })).entry.url).toBe(entry.url);
  expect((await write({ 'art/b.svg': '<svg> </svg>' })).entry.url).not.toBe(entry.url);
});

test('a build whose files are all in the shell has no pack', async () => {
  const folder = makeFolder({ 'index.html': '<html>' });
  expect(await writeRestPack([{ url: 'index.html', isShell: true }], folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['index.html']);
});
