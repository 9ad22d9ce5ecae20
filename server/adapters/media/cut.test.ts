import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from './ffmpeg-path.ts';
import { createMedia } from './index.ts';
import { decode, H264, mediaFolder, picture, tone, turned } from './media.fixtures.ts';

const media = await createMedia({ nice: 0 });
const { path: ffmpegPath } = await findFfmpeg();
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
});
afterAll(() => folder.remove());

/** Fast, because these sources only have to exist. */
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];

const cut = async (input: string, fromSeconds: number, toSeconds: number) =>
  media.cutVideo({ input, outDir: await folder.out(), fromSeconds, toSeconds });

/** Black, with white from 4 s to 4.2 s, and a tone in the same time; key frames are 10 s apart. */
const flash = (name: string, codecs: readonly string[]) =>
  folder.make(name, [
    '-f',
    'lavfi',
    '-i',
    "color=black:size=160x120:rate=25:duration=9,drawbox=c=white:t=fill:enable='between(t,4,4.19)'",
    '-f',
    'lavfi',
    '-i',
    "aevalsrc='if(between(t,4,4.2),sin(880*PI*2*t),0)':d=9:s=48000",
    '-g',
    '250',
    ...codecs,
  ]);

/** Milliseconds of the first bright frame, and of the first loud sample. */
const firstFlash = (file: string): { picture: number; sound: number } => {
  const raw = (args: readonly string[]) =>
    execFileSync(ffmpegPath, ['-v', 'error', '-i', file, ...args, '-'], { maxBuffer: 1e9 });
  const frames = raw([
    '-map',
    '0:v',
    '-fps_mode',
    'cfr',
    '-r',
    '25',
    '-vf',
    'scale=1:1',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
  ]);
  const samples = raw(['-map', '0:a', '-ac', '1', '-ar', '1000', '-f', 's16le']);
  const loud = Array.from({ length: samples.length / 2 }, (_, at) => Math.abs(samples.readInt16LE(at * 2)));
  return { picture: frames.findIndex((bright) => bright > 128) * 40, sound: loud.findIndex((level) => level > 3000) };
};

describe('cutting a video', () => {
  it('VID-002 D-140 keeps exactly the part, far from any key frame: 3.3 s have the frames of 3.3 s', async () => {
    const input = await folder.make('regular.mp4', [
      ...picture('320x240', 9),
      ...tone(9),
      ...H264,
      '-g',
      '250',
      '-c:a',
      'aac',
    ]);
    const made = decode(await cut(input, 2.52, 5.82));
    expect(made).toMatchObject({ size: '320x240', videoCodec: 'h264', audioCodec: 'aac' });
    expect(Math.abs(made.frames - 3.3 * 25)).toBeLessThanOrEqual(1);
    expect(Math.abs(made.seconds - 3.3)).toBeLessThanOrEqual(0.041);
  });

  it.each([
    ['mp4', [...H264, '-c:a', 'aac']],
    ['webm', [...VP8, '-c:a', 'libvorbis']],
    ['avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['mpg', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['ts', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
  ])('starts at the chosen instant, and keeps sound and picture together, from %s', async (extension, codecs) => {
    const input = await flash(`flash.${extension}`, codecs);
    const { picture: seenMs, sound: heardMs } = firstFlash(await cut(input, 2.8, 6));
    // The flash is at 4 s: 1.2 s after the start of the part.
    expect(Math.abs(seenMs - 1200)).toBeLessThanOrEqual(40);
    expect(Math.abs(heardMs - seenMs)).toBeLessThanOrEqual(80);
  });

  it('works without sound, upright, and with odd sides', async () => {
    const mute = decode(await cut(await folder.make('mute.mp4', [...picture('320x240', 6), ...H264]), 1, 4));
    expect(mute).toMatchObject({ audioCodec: undefined, frames: 75 });
    const lying = await folder.make('lying.mp4', [...picture('320x180', 6), ...tone(6), ...H264, '-c:a', 'aac']);
    const upright = decode(await cut(await folder.make('turned.mov', turned(lying, 90)), 1, 4));
    expect(upright).toMatchObject({ size: '180x320', frames: 75 });
    const odd = await folder.make('odd.webm', [...picture('321x241', 5), '-vf', 'scale=321:241', ...VP8]);
    expect(decode(await cut(odd, 1, 4)).size).toBe('320x240');
  });

  it('is as long as it was chosen where frames are irregular', async () => {
    const input = await folder.make('screen.webm', [
      ...picture('320x240', 9),
      '-vf',
      "select='not(mod(n\\,7))+not(mod(n\\,11))'",
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1:1000',
      ...VP8,
    ]);
    expect(Math.abs(decode(await cut(input, 2.5, 6)).seconds - 3.5)).toBeLessThanOrEqual(0.041);
  });

  it('leaves nothing of the rest in the file: no frame, no title, no place', async () => {
    const input = await folder.make('private.mp4', [
      ...picture('320x240', 9),
      ...H264,
      '-metadata',
      'title=private words',
      '-metadata',
      'location=+50.0+014.4/',
    ]);
    const file = await cut(input, 4, 7);
    const bytes = await readFile(file);
    expect(bytes.includes('private words')).toBe(false);
    expect(bytes.includes('+50.0+014.4')).toBe(false);
    // Frames in the file, also those that a player would hide.
    const packets = execFileSync(
      ffmpegPath,
      ['-v', 'error', '-ignore_editlist', '1', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'framecrc', '-'],
      {
        encoding: 'utf8',
      },
    );
    expect(packets.split('\n').filter((line) => line.startsWith('0,'))).toHaveLength(75);
  });

  it('ends with the video where the part is chosen beyond it; a part after its end is refused', async () => {
    const input = await folder.make('short.mp4', [...picture('320x240', 6), ...H264]);
    expect(decode(await cut(input, 2, 20)).frames).toBe(100);
    await expect(cut(input, 7, 20)).rejects.toMatchObject({ code: 'not_readable' });
  });
});
