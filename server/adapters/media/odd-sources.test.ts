import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFile, createMedia, EXTENSIONS } from './index.ts';
import type { ContentKind } from './index.ts';
import { findFfmpegs } from './ffmpeg-path.ts';
import { decode, H264, mediaFolder, picture, tone, turned } from './media.fixtures.ts';

const media = await createMedia({ nice: 0 });
const [{ path: ffmpegPath }] = await findFfmpegs();
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
});
afterAll(() => folder.remove());

const encode = async (input: string, onlyFirst = false) => {
  const outDir = await folder.out();
  return { outDir, ...(await media.encodeVideo({ input, outDir, onlyFirst })) };
};
/** Brightness of a picture in four columns, 0 to 255. */
const levelsOf = (path: string): number[] =>
  [
    ...execFileSync(ffmpegPath, [
      '-v',
      'error',
      '-i',
      path,
      '-frames:v',
      '1',
      '-vf',
      'scale=12:1:flags=area',
      '-pix_fmt',
      'gray',
      '-f',
      'rawvideo',
      '-',
    ]),
  ].filter((_, at) => at % 3 === 1);
/** What ffmpeg prints about a file. */
const linesAbout = (path: string): string =>
  spawnSync(ffmpegPath, ['-hide_banner', '-i', path], { encoding: 'utf8' }).stderr;

/** What a device writes into a file of each extension that a person may pick. */
const SAMPLES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  webm: [['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus']],
  avi: [['-c:v', 'mjpeg', '-c:a', 'pcm_s16le']],
  mov: [
    ['-c:v', 'prores_ks', '-profile:v', '0', '-c:a', 'pcm_s24le'],
    ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1', '-c:a', 'alac'],
  ],
  mp4: [[...H264, '-c:a', 'aac']],
  mpg: [['-c:v', 'mpeg2video', '-c:a', 'mp2']],
  mpeg: [['-c:v', 'mpeg1video', '-c:a', 'mp2']],
  aac: [['-c:a', 'aac']],
  mp3: [['-c:a', 'libmp3lame']],
  wav: [['-c:a', 'pcm_s24le']],
  ogg: [['-c:a', 'libopus']],
  m4a: [['-c:a', 'alac']],
};

describe('UPL-030 UPL-031 every extension that may be picked', () => {
  const cases = (['video', 'audio'] as const).flatMap((kind) =>
    EXTENSIONS[kind].flatMap((extension) => SAMPLES[extension]!.map((codecs) => [extension, kind, codecs] as const)),
  );

  it.each(cases)('%s is prepared (%s)', async (extension, kind, codecs) => {
    const source = [...(kind === 'video' ? picture('192x108', 0.6) : []), ...tone(0.6)];
    const input = await folder.make(`sample-${codecs.indexOf('-c:a')}-${codecs[1]}.${extension}`, [
      ...source,
      ...codecs,
    ]);
    expect((await checkFile(input, input)).kind).toBe(kind satisfies ContentKind);
    const outDir = await folder.out();
    const made = await (kind === 'video' ? media.encodeVideo({ input, outDir }) : media.encodeAudio({ input, outDir }));
    expect(made.kind).toBe(kind);
    const result = decode(join(outDir, kind === 'video' ? 'video.mp4' : 'audio.m4a'));
    expect(result.audioCodec).toBe('aac');
    expect(result.videoCodec).toBe(kind === 'video' ? 'h264' : undefined);
    expect(result.seconds).toBeGreaterThan(0.45);
    expect(result.seconds).toBeLessThan(0.8);
  });
});

/** PQ and HLG values of 0, 36 (skin), 203 (white paper) and 1000 cd/m² (a lamp), of 0 to 255. */
const GREYS = {
  smpte2084: ['000000', '666666', '949494', 'C0C0C0'],
  'arib-std-b67': ['000000', '6B6B6B', 'BFBFBF', 'FFFFFF'],
} as const;

describe.each(['smpte2084', 'arib-std-b67'] as const)('an HDR video (%s)', (transfer) => {
  it('becomes SDR that is as bright as it should be, in every rendition, its poster and a cut', async () => {
    const input = await folder.make(`${transfer}.mp4`, [
      ...GREYS[transfer].flatMap((grey) => [
        '-f',
        'lavfi',
        '-i',
        `color=c=0x${grey}:size=160x360:rate=10:duration=0.3`,
      ]),
      '-filter_complex',
      'hstack=inputs=4',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
      '-color_primaries',
      'bt2020',
      '-color_trc',
      transfer,
      '-colorspace',
      'bt2020nc',
    ]);
    const { outDir } = await encode(input);
    const cut = await media.cutVideo({ input, outDir: await folder.out(), fromSeconds: 0, toSeconds: 0.2 });
    for (const path of [join(outDir, 'video.mp4'), join(outDir, '240p.m3u8'), join(outDir, 'poster.jpg'), cut]) {
      const [black, skin, paper, lamp] = levelsOf(path) as [number, number, number, number];
      expect(black).toBeLessThan(8);
      expect(skin).toBeGreaterThan(90);
      expect(skin).toBeLessThan(150);
      // Without a conversion: 148 and 191.
      expect(paper).toBeGreaterThan(202);
      expect(lamp).toBeGreaterThan(paper + 10);
    }
    expect(decode(join(outDir, 'video.mp4')).pixelFormat).toBe('yuv420p');
    for (const path of [join(outDir, 'video.mp4'), cut]) expect(linesAbout(path)).not.toMatch(/bt2020|smpte2084|b67/);
  });
});

describe('an odd video', () => {
  it('of 10 bits without HDR keeps its brightness', async () => {
    const input = await folder.make('ten.mp4', [
      '-f',
      'lavfi',
      '-i',
      'color=c=0x949494:size=320x240:rate=10:duration=0.3',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
    ]);
    const { outDir } = await encode(input);
    expect(decode(join(outDir, 'video.mp4')).pixelFormat).toBe('yuv420p');
    expect(Math.abs(levelsOf(join(outDir, 'video.mp4'))[0]! - 0x94)).toBeLessThan(5);
  });

  it.each([180, 270])('turned by %i degrees in its metadata is upright', async (degrees) => {
    const lying = await folder.make('lying.mp4', [
      ...picture('320x180', 0.4),
      '-vf',
      'drawbox=w=iw:h=ih/2:color=red:t=fill,drawbox=y=ih/2:w=iw:h=ih/2:color=blue:t=fill',
      ...H264,
    ]);
    const made = await encode(await folder.make(`turned-${degrees}.mov`, turned(lying, degrees)));
    const [widthPx, heightPx] = degrees === 180 ? [320, 180] : [180, 320];
    expect(made).toMatchObject({ widthPx, heightPx });
    expect(decode(join(made.outDir, 'video.mp4')).size).toBe(`${widthPx}x${heightPx}`);
    expect(decode(join(made.outDir, 'poster.jpg')).size).toBe(`${widthPx}x${heightPx}`);
    if (degrees !== 180) return;
    const top = execFileSync(ffmpegPath, [
      '-v',
      'error',
      '-i',
      join(made.outDir, 'video.mp4'),
      '-frames:v',
      '1',
      '-vf',
      'crop=2:2:100:20',
      '-pix_fmt',
      'rgb24',
      '-f',
      'rawvideo',
      '-',
    ]);
    expect(top[2]).toBeGreaterThan(top[0]! + 100);
  });

  it.each([
    ['mono', 'anoisesrc=d=0.5:c=pink'],
    ['5.1', 'aevalsrc=0.1*sin(440*t)|0.1*sin(440*t)|0.5*sin(880*t)|0.1|0.1*sin(t)|0.1*sin(t):d=0.5:c=5.1'],
  ])('with %s sound becomes stereo', async (name, source) => {
    const input = await folder.make(`sound-${name}.mov`, [
      ...picture('192x108', 0.5),
      '-f',
      'lavfi',
      '-i',
      source,
      ...H264,
      '-c:a',
      'pcm_s16le',
    ]);
    const { outDir } = await encode(input);
    const video = join(outDir, 'video.mp4');
    expect(decode(video).audioCodec).toBe('aac');
    expect(/Audio: .*/.exec(linesAbout(video))?.[0]).toContain('48000 Hz, stereo');
  });

  it('whose frames come at two rates keeps its length and its sound in time', async () => {
    const slow = await folder.make('slow.mp4', [...picture('192x108', 1, 10), ...H264]);
    const fast = await folder.make('fast.mp4', [...picture('192x108', 1, 50), ...H264]);
    const input = await folder.make('rates.mp4', [
      '-i',
      slow,
      '-i',
      fast,
      ...tone(2),
      '-filter_complex',
      '[0:v][1:v]concat=n=2:v=1:a=0[v]',
      '-map',
      '[v]',
      '-map',
      '2:a',
      '-fps_mode',
      'vfr',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-c:a',
      'aac',
    ]);
    const { outDir, durationSeconds } = await encode(input);
    expect(durationSeconds).toBeCloseTo(2, 0.5);
    const { frames, seconds } = decode(join(outDir, 'video.mp4'));
    expect(seconds).toBeCloseTo(2, 0.5);
    expect(frames).toBeGreaterThanOrEqual(55);
  });

  it.each(['187x333', '2x200'])('of %s pixels has even sides', async (size) => {
    const made = await encode(await folder.make(`size-${size}.mov`, [...picture(size, 0.2), '-c:v', 'qtrle']));
    expect((made.widthPx! % 2) + (made.heightPx! % 2)).toBe(0);
    expect(decode(join(made.outDir, 'video.mp4')).frames).toBe(5);
  });

  it('of half a second plays to its end', async () => {
    const { outDir, durationSeconds } = await encode(
      await folder.make('half.mp4', [...picture('192x108', 0.5, 30), ...tone(0.5), ...H264]),
    );
    expect(durationSeconds).toBeCloseTo(0.5, 1);
    expect(decode(join(outDir, 'master.m3u8')).frames).toBe(15);
  });
});

describe('a broken file', () => {
  const whole = () => folder.make('whole.mp4', [...picture('192x108', 2), ...tone(2), ...H264, '-c:a', 'aac']);

  it('cut off before its index is not readable', async () => {
    const bytes = await readFile(await whole());
    const input = await folder.write('cut-off.mp4', bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    await expect(encode(input)).rejects.toMatchObject({ code: 'not_readable', status: -2 });
  });

  it('cut off behind its index is prepared as far as it goes', async () => {
    const bytes = await readFile(
      await folder.make('fast-start.mp4', ['-i', await whole(), '-c', 'copy', '-movflags', '+faststart']),
    );
    const input = await folder.write('half-there.mp4', bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    const { outDir, durationSeconds } = await encode(input);
    expect(durationSeconds).toBeGreaterThan(0.5);
    expect(durationSeconds).toBeLessThan(1.9);
    expect(decode(join(outDir, 'master.m3u8')).videoCodec).toBe('h264');
  });

  it.each([
    ['of zero bytes', Buffer.alloc(0)],
    ['of zeros', Buffer.alloc(20_000)],
    ['of text', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'.repeat(100))],
  ])('%s is refused before a program reads it', async (name, bytes) => {
    const input = await folder.write(`${name}.mp4`, bytes);
    await expect(checkFile(input, input)).rejects.toMatchObject({ code: 'wrong_type' });
    await expect(encode(input)).rejects.toMatchObject({ code: 'wrong_type', status: -2 });
  });

  it.each([
    ['a sound named .pdf', 'tone.pdf', ['-f', 'mp3', '-c:a', 'libmp3lame']],
    ['a sound named .webm', 'tone.webm', ['-f', 'wav']],
  ])('that is %s has the wrong type', async (_, name, codecs) => {
    const input = await folder.make(name, [...tone(0.3), ...codecs]);
    await expect(checkFile(input, input)).rejects.toMatchObject({ code: 'wrong_type' });
  });
});

describe('the first rendition', () => {
  it('is 360p, a progressive file and a poster; larger ones follow', async () => {
    const input = await folder.make('tall.mp4', [...picture('1280x720', 1, 10), ...tone(1), ...H264]);
    const made = await encode(input, true);
    expect(made.hasLarger).toBe(true);
    expect(made.files.map(({ name }) => name).toSorted()).toEqual(
      ['360p.m3u8', '360p.mp4', 'master.m3u8', 'poster-small.jpg', 'poster.jpg', 'video.mp4'].toSorted(),
    );
    expect(decode(join(made.outDir, 'master.m3u8')).size).toBe('640x360');
    expect((await encode(input)).hasLarger).toBe(false);
  });

  it('of a small video is all of it', async () => {
    const made = await encode(await folder.make('small.mp4', [...picture('320x180', 0.4), ...H264]), true);
    expect(made).toMatchObject({ hasLarger: false, widthPx: 320 });
  });
});
