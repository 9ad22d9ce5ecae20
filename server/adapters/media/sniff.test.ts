import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { announcedKind, checkFile, sniff } from './sniff.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sniff-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = async (bytes: Buffer | string): Promise<string> => {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
};
const padded = (start: string | number[]): Buffer => {
  const bytes = Buffer.alloc(4096);
  (typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start)).copy(bytes);
  return bytes;
};
const transport = (packet: number, first: number): Buffer => {
  const bytes = Buffer.alloc(2000);
  for (let at = first; at < bytes.length; at += packet) bytes[at] = 0x47;
  return bytes;
};
const webm = padded([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84, ...Buffer.from('webm')]);
const mp4 = padded('\0\0\0\x20ftypisom');

describe('the type comes from the bytes', () => {
  it.each([
    ['mp4', mp4],
    ['mp4', padded('\0\0\0\x14ftypqt  ')],
    ['mp4', padded('\0\0\0\x08wide\0\0\0\0mdat')],
    ['matroska', webm],
    ['avi', padded('RIFF\0\0\0\0AVI LIST')],
    ['wav', padded('RIFF\0\0\0\0WAVEfmt ')],
    ['wav', padded('RF64\xff\xff\xff\xffWAVEds64')],
    ['ogg', padded('OggS\0\x02')],
    ['mpeg-ps', padded([0, 0, 1, 0xba, 0x44])],
    ['mpeg-video', padded([0, 0, 1, 0xb3, 0x14])],
    ['mpeg-ts', transport(188, 0)],
    ['mpeg-ts', transport(192, 4)],
    ['mp3', padded('ID3\x04\0\0\0\0\x02\x01')],
    ['mp3', padded([0xff, 0xfb, 0x90, 0x64])],
    ['pdf', padded('%PDF-1.7\n')],
    ['pdf', padded('\xef\xbb\xbf\r\n%PDF-1.4')],
  ] as const)('%s', (container, bytes) => expect(sniff(bytes)).toBe(container));

  it('detects AAC by two consecutive frames, also after a tag', () => {
    const frame = Buffer.alloc(32);
    Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc]).copy(frame);
    expect(sniff(Buffer.concat([frame, frame]))).toBe('aac');
    expect(sniff(Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x04abcd', 'latin1'), frame, frame]))).toBe('aac');
  });

  it.each([
    ['nothing', ''],
    ['a line of text', 'hello, this is only text\n'.repeat(20)],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\n/etc/passwd\n'],
    ['an ffconcat list', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['an archive', 'PK\x03\x04'.padEnd(64, 'x')],
    ['a DASH list', '<?xml version="1.0"?><MPD></MPD>'],
    ['a page that names a PDF', '<html>%PDF-1.7</html>'],
    ['a PNG', '\x89PNG\r\n\x1a\n'.padEnd(64, '\0')],
    ['a JPG', '\xff\xd8\xff\xe0\0\x10JFIF'.padEnd(64, '\0')],
    ['a program', '\x7fELF'.padEnd(64, '\0')],
    ['other EBML', '\x1a\x45\xdf\xa3'.padEnd(64, '\0')],
    ['a WebP', 'RIFF\0\0\0\0WEBPVP8 '.padEnd(64, '\0')],
    ['UTF-16 text', '\xff\xfeh\0e\0l\0l\0o\0,\0 \0'],
  ])('%s is unsupported', (_, bytes) => expect(sniff(Buffer.from(bytes, 'latin1'))).toBeNull());

  it('any bytes are read without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        sniff(Buffer.from(bytes));
        sniff(Buffer.concat([Buffer.from('ID3'), Buffer.from(bytes)]));
        sniff(Buffer.concat([Buffer.from([0xff, 0xf1]), Buffer.from(bytes)]));
      }),
      runs,
    );
  });
});

describe('UPL-032 the announced extension', () => {
  it('is one of the allowed ones, in any case', () => {
    for (const name of ['a.webm', 'a.AVI', 'a.mov', 'a.MOV', 'a.mp4', 'a.mpg', 'a.b.mpeg'])
      expect(announcedKind(name)).toBe('video');
    for (const name of ['a.aac', 'a.mp3', 'a.WAV', 'a.ogg', 'a.m4a']) expect(announcedKind(name)).toBe('audio');
    expect(announcedKind('a.PDF')).toBe('text');
    for (const name of ['mp4', 'a', 'a.', 'a.mkv', 'a.mp4 ', 'a.html', 'a.mp4.exe', ''])
      expect(announcedKind(name)).toBeNull();
  });

  it('may differ from the content within a kind', async () => {
    expect(await checkFile(await file(webm), 'clip.mp4')).toEqual({ kind: 'video', container: 'matroska' });
    expect(await checkFile(await file(mp4), 'voice.m4a')).toEqual({ kind: 'audio', container: 'mp4' });
  });

  it.each([
    ['text', 'clip.mp4', 'only words'],
    ['a playlist', 'clip.mp4', '#EXTM3U\n/etc/passwd'],
    ['nothing', 'clip.mp4', ''],
    ['a sound', 'clip.mp4', padded('RIFF\0\0\0\0WAVEfmt ')],
    ['a video', 'song.wav', padded('RIFF\0\0\0\0AVI LIST')],
    ['a video', 'paper.pdf', mp4],
    ['a PDF', 'clip.mov', padded('%PDF-1.7')],
    ['a video', 'clip.exe', mp4],
  ])('%s named %s is refused', async (_, name, bytes) => {
    await expect(checkFile(await file(bytes), name)).rejects.toMatchObject({ code: 'wrong_type', status: -2 });
  });

  it('a missing file is a storage failure, not a wrong type', async () => {
    await expect(checkFile(join(folder, 'gone'), 'a.mp4')).rejects.toMatchObject({
      code: 'storage_failure',
      status: -3,
    });
  });
});
