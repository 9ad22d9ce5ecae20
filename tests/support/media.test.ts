import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import * as media from './media.ts';

const headOf = async (file: string) => (await readFile(file)).subarray(0, 12).toString('latin1');

test('videos are real mp4 files of the asked length', async () => {
  const file = await media.videoFile();
  expect(await headOf(file)).toContain('ftyp');
  expect((await readFile(await media.movFile())).length).toBeGreaterThan(10_000);
  expect(await headOf(await media.uprightVideoFile())).toContain('ftyp');
});

test('sounds come as mp3, wav and m4a', async () => {
  expect(await headOf(await media.audioFile('wav'))).toMatch(/^RIFF.{4}WAVE/s);
  expect(await headOf(await media.audioFile('mp3'))).toMatch(/^(ID3|\xff\xfb)/);
  expect(await headOf(await media.audioFile('m4a'))).toContain('ftyp');
});

test('pictures come as jpg and png', async () => {
  expect(await headOf(await media.pictureFile('jpg'))).toMatch(/^\xff\xd8/);
  expect(await headOf(await media.pictureFile('png'))).toMatch(/^\x89PNG/);
});

test('the hand-written PDF is one that pdf.js reads, with every page', async () => {
  for (const pages of [1, 12]) {
    const data = new Uint8Array(await readFile(await media.pdfFile(pages)));
    const task = getDocument({ data, verbosity: 0 });
    const pdf = await task.promise;
    expect(pdf.numPages).toBe(pages);
    const { items } = await (await pdf.getPage(pages)).getTextContent();
    expect(items).toMatchObject([{ str: `Page ${pages} of ${pages}` }]);
    await task.destroy();
  }
});

test('a video without its index cannot be read, a truncated one only in part', async () => {
  expect((await readFile(await media.indexlessVideoFile())).includes('moov')).toBe(false);
  const [whole, part] = await Promise.all(
    [media.videoFile(), media.truncatedVideoFile()].map(async (file) => readFile(await file)),
  );
  expect(part?.length).toBeLessThan(whole!.length);
});

test('the dangerous files have the content that their names promise', async () => {
  expect(await readFile(await media.playlistNamedVideo(), 'utf8')).toMatch(/^#EXTM3U[\s\S]*file:\/\/\/etc\/passwd/);
  expect(await readFile(await media.concatNamedVideo(), 'utf8')).toMatch(/^ffconcat version 1\.0/);
  expect(await readFile(await media.textNamedVideo(), 'utf8')).toContain('only words');
});
