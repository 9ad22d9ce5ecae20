import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkHls } from './hls-check.ts';

const PLAYLIST = `#EXTM3U
#EXT-X-MAP:URI="a.mp4",BYTERANGE="839@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:100@839
a.mp4
#EXTINF:2.500000,
#EXT-X-BYTERANGE:61@939
a.mp4
#EXT-X-ENDLIST
`;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hls-'));
  await writeFile(join(folder, 'a.m3u8'), PLAYLIST);
  await writeFile(join(folder, 'a.mp4'), Buffer.alloc(1000));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('returns the length of a complete rendition', async () => {
  expect(await checkHls(folder, ['a'])).toBe(6.5);
});

it('one missing byte of media is a storage failure', async () => {
  await truncate(join(folder, 'a.mp4'), 999);
  await expect(checkHls(folder, ['a'])).rejects.toMatchObject({ code: 'storage_failure' });
});

it('a playlist without its end, or empty, is a storage failure', async () => {
  await writeFile(join(folder, 'a.m3u8'), PLAYLIST.replace('#EXT-X-ENDLIST\n', ''));
  await expect(checkHls(folder, ['a'])).rejects.toMatchObject({ code: 'storage_failure' });
  await writeFile(join(folder, 'a.m3u8'), '');
  await expect(checkHls(folder, ['a'])).rejects.toMatchObject({ code: 'storage_failure' });
});

it('a missing playlist is an encoding error; with none at all, nothing in the file could be decoded', async () => {
  await expect(checkHls(folder, ['a', 'b'])).rejects.toMatchObject({ code: 'encoding_error' });
  await expect(checkHls(folder, ['b', 'c'])).rejects.toMatchObject({ code: 'not_readable' });
});

it('a rendition without length means that nothing in the file could be decoded', async () => {
  await writeFile(join(folder, 'a.m3u8'), PLAYLIST.replaceAll(/#EXTINF:[\d.]+/g, '#EXTINF:0.000000'));
  await expect(checkHls(folder, ['a'])).rejects.toMatchObject({ code: 'not_readable' });
});
