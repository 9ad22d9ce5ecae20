import { spawnSync } from 'node:child_process';
import { soon } from '#tests/support/soon.ts';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMedia } from './index.ts';
import type { Encoded } from './index.ts';
import { decode, H264, mediaFolder, picture, tone, turned } from './media.fixtures.ts';

const media = await createMedia({ nice: 0 });
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
});
afterAll(() => folder.remove());

const encodeVideo = async (
  input: string,
  more: { signal?: AbortSignal; limits?: { wallMs: number }; onProgress?: (percent: number) => void } = {},
) => {
  const outDir = await folder.out();
  return { outDir, ...(await media.encodeVideo({ input, outDir, ...more })) };
};
const names = ({ files }: Encoded, role: string) => files.filter((file) => file.role === role).map(({ name }) => name);
/** Lengths of its segments, whole s. Each is decoded by itself, with the head of the file, as a player does that seeks to it. */
const segments = async ({ outDir }: { outDir: string }, playlist: string): Promise<number[]> => {
  const text = await readFile(join(outDir, playlist), 'utf8');
  const [, file, headBytes] = /#EXT-X-MAP:URI="(.+)",BYTERANGE="(\d+)@0"/.exec(text)!;
  const bytes = await readFile(join(outDir, file!));
  const lone = join(await folder.out(), 'segment.mp4');
  const lengths: number[] = [];
  for (const [, said, size, from] of text.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)) {
    const segment = bytes.subarray(Number(from), Number(from) + Number(size));
    await writeFile(lone, Buffer.concat([bytes.subarray(0, Number(headBytes)), segment]));
    expect(decode(lone).seconds).toBeCloseTo(Number(said), 0);
    lengths.push(Math.round(Number(said)));
  }
  return lengths;
};
const running = async (text: string): Promise<string[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, at) => lines[at]!.includes(text));
};

describe('a video', () => {
  it('D-328 becomes an HLS ladder; every rendition plays, seeks and has the length of the source', async () => {
    const input = await folder.make('wide.mp4', [
      ...picture('1280x720', 6, 10),
      ...tone(6),
      ...H264,
      '-c:a',
      'aac',
      '-metadata',
      'location=+50.0+014.4/',
      '-metadata',
      'title=private',
    ]);
    const percents: number[] = [];
    const made = await encodeVideo(input, { onProgress: (percent) => percents.push(percent) });
    expect(made).toMatchObject({ kind: 'video', widthPx: 1280, heightPx: 720 });
    expect(made.durationSeconds).toBeCloseTo(6, 1);
    expect(names(made, 'hls-playlist')).toEqual(['720p.m3u8', '480p.m3u8', '360p.m3u8', '240p.m3u8']);

    for (const name of names(made, 'hls-playlist')) {
      expect(decode(join(made.outDir, name)).seconds).toBeCloseTo(6, 0.5);
      expect(await segments(made, name)).toEqual([1, 1, 2, 2]);
    }
    expect(decode(join(made.outDir, '360p.m3u8'))).toMatchObject({
      size: '640x360',
      videoCodec: 'h264',
      pixelFormat: 'yuv420p',
      audioCodec: 'aac',
    });
    const master = await readFile(join(made.outDir, 'master.m3u8'), 'utf8');
    expect(master.match(/RESOLUTION=\d+x\d+/g)).toEqual([
      'RESOLUTION=854x480',
      'RESOLUTION=1280x720',
      'RESOLUTION=640x360',
      'RESOLUTION=426x240',
    ]);
    expect(master).toContain('CODECS="avc1.');
    expect(decode(join(made.outDir, 'master.m3u8')).audioCodec).toBe('aac');

    const progressive = join(made.outDir, 'video.mp4');
    expect(decode(progressive)).toMatchObject({ size: '1280x720', videoCodec: 'h264', audioCodec: 'aac', frames: 60 });
    const bytes = (await readFile(progressive)).toString('latin1');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes).not.toMatch(/private|\+50\.0/);

    expect(decode(join(made.outDir, 'poster.jpg')).size).toBe('1280x720');
    expect(decode(join(made.outDir, 'poster-small.jpg')).size).toBe('480x270');
    expect(percents[0]).toBe(0);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    for (const { name, sizeBytes } of made.files) expect((await stat(join(made.outDir, name))).size).toBe(sizeBytes);
    expect((await readdir(made.outDir)).toSorted()).toEqual(made.files.map(({ name }) => name).toSorted());
  });

  it('without sound has no sound track', async () => {
    const made = await encodeVideo(await folder.make('mute.webm', [...picture('320x240', 1), '-c:v', 'libvpx']));
    expect(names(made, 'hls-playlist')).toEqual(['240p.m3u8']);
    expect(decode(join(made.outDir, 'video.mp4'))).toMatchObject({ audioCodec: undefined, size: '320x240' });
    expect(decode(join(made.outDir, 'master.m3u8')).frames).toBe(25);
  });

  it('filmed upright stays upright', async () => {
    const lying = await folder.make('lying.mp4', [...picture('640x360', 1), ...H264]);
    const made = await encodeVideo(await folder.make('turned.mov', turned(lying, 90)));
    expect(made).toMatchObject({ widthPx: 360, heightPx: 640 });
    expect(decode(join(made.outDir, 'video.mp4')).size).toBe('360x640');
    expect(decode(join(made.outDir, 'poster-small.jpg')).size).toBe('360x640');
  });

  it('of an odd size gets even sides', async () => {
    const made = await encodeVideo(
      await folder.make('odd.webm', [...picture('853x481', 0.4), '-vf', 'scale=853:481', '-c:v', 'libvpx']),
    );
    expect(decode(join(made.outDir, 'video.mp4')).size).toBe('852x480');
    expect(decode(join(made.outDir, 'poster.jpg')).size).toBe('853x481');
  });

  it('of a fifth of a second works', async () => {
    const made = await encodeVideo(await folder.make('short.mp4', [...picture('320x240', 0.2), ...tone(0.2), ...H264]));
    expect(made.durationSeconds).toBeGreaterThan(0.1);
    expect(decode(join(made.outDir, 'video.mp4')).frames).toBe(5);
  });

  it('with irregular frames keeps a normal rate', async () => {
    const input = await folder.make('screen.webm', [
      ...picture('320x240', 2),
      '-vf',
      "select='not(mod(n\\,7))+not(mod(n\\,11))'",
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1:1000',
      '-c:v',
      'libvpx',
    ]);
    const { frames, seconds } = decode(join((await encodeVideo(input)).outDir, 'video.mp4'));
    expect(seconds).toBeGreaterThan(1.5);
    expect(frames).toBeLessThan(130);
  });

  it.each([
    ['AVI', 'clip.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['MPEG', 'clip.mpg', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['a transport stream', 'clip.ts', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
  ])('in %s works', async (_, name, codecs) => {
    const made = await encodeVideo(await folder.make(name, [...picture('320x240', 1), ...tone(1), ...codecs]));
    expect(decode(join(made.outDir, 'video.mp4'))).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac' });
    expect(made.durationSeconds).toBeGreaterThan(0.8);
  });

  it('that has only sound is encoded as sound', async () => {
    const made = await encodeVideo(await folder.make('only-sound.mp4', [...tone(1), '-c:a', 'aac']));
    expect(made).toMatchObject({ kind: 'audio', widthPx: null });
    expect(names(made, 'progressive')).toEqual(['audio.m4a']);
  });
});

describe('a sound', () => {
  it.each([
    ['mp3', ['-c:a', 'libmp3lame']],
    ['wav', []],
    ['ogg', ['-c:a', 'libvorbis']],
    ['aac', ['-c:a', 'aac']],
    ['m4a', ['-c:a', 'aac']],
  ])('in %s becomes AAC, HLS and a waveform', async (extension, codec) => {
    const outDir = await folder.out();
    const made = await media.encodeAudio({
      input: await folder.make(`tone.${extension}`, [...tone(3), ...codec]),
      outDir,
    });
    expect(made).toMatchObject({ kind: 'audio', widthPx: null, heightPx: null });
    expect(made.durationSeconds).toBeCloseTo(3, 0);
    expect(decode(join(outDir, 'audio.m4a'))).toMatchObject({ audioCodec: 'aac', videoCodec: undefined });
    expect(decode(join(outDir, 'master.m3u8')).seconds).toBeCloseTo(3, 0);
    expect(await segments({ outDir }, 'sound.m3u8')).toEqual([1, 1, 1]);
    const peaks = JSON.parse(await readFile(join(outDir, 'peaks.json'), 'utf8')) as number[];
    expect(peaks).toHaveLength(200);
    expect(Math.max(...peaks)).toBe(100);
    expect(await readFile(join(outDir, 'waveform.svg'), 'utf8')).toMatch(/^<svg [^>]*>(<rect [^>]*\/>)+<\/svg>\n$/);
  });

  it('with a cover picture is still a sound', async () => {
    const cover = await folder.make('cover.png', ['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1']);
    const input = await folder.make('covered.m4a', [
      ...tone(1),
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:a',
      'aac',
      '-c:v',
      'png',
      '-disposition:v',
      'attached_pic',
    ]);
    expect((await media.probe({ input, workDir: folder.base })).video).toBeNull();
    const outDir = await folder.out();
    await media.encodeAudio({ input, outDir });
    expect(decode(join(outDir, 'audio.m4a')).videoCodec).toBeUndefined();
  });

  it('of silence has a flat waveform', async () => {
    const outDir = await folder.out();
    await media.encodeAudio({
      input: await folder.make('silence.wav', ['-f', 'lavfi', '-i', 'anullsrc', '-t', '1']),
      outDir,
    });
    expect(new Set(JSON.parse(await readFile(join(outDir, 'peaks.json'), 'utf8')) as number[])).toEqual(new Set([0]));
  });

  it('file without sound has the wrong type', async () => {
    const input = await folder.make('mute.mp4', [...picture('64x64', 0.2), ...H264]);
    await expect(media.encodeAudio({ input, outDir: await folder.out() })).rejects.toMatchObject({
      code: 'wrong_type',
    });
  });
});

describe('work that ends early', () => {
  const long = async () => {
    const piece = await folder.make('piece.mp4', [...picture('1280x720', 2, 10), ...H264]);
    return folder.make('long.mp4', ['-stream_loop', '19', '-i', piece, '-c', 'copy']);
  };

  it('cancelled while encoding, stops at once and leaves no process', async () => {
    const stop = new AbortController();
    const outDir = await folder.out();
    await expect(
      media.encodeVideo({
        input: await long(),
        outDir,
        signal: stop.signal,
        onProgress: (percent) => percent > 0 && stop.abort(),
      }),
    ).rejects.toMatchObject({ code: 'cancelled', status: -4 });
    await soon(async () => expect(await running(outDir)).toEqual([]));
  });

  it('ended from outside with its process group, as by a service manager, is cancelled, not an error of the file', async () => {
    const outDir = await folder.out();
    const ask = async (percent: number) => {
      if (percent > 0) for (const pid of await running(outDir)) process.kill(-Number(pid), 'SIGTERM');
    };
    await expect(
      media.encodeVideo({ input: await long(), outDir, onProgress: (percent) => void ask(percent).catch(() => {}) }),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('out of time, stops and leaves no process', async () => {
    const outDir = await folder.out();
    await expect(media.encodeVideo({ input: await long(), outDir, limits: { wallMs: 500 } })).rejects.toMatchObject({
      code: 'timed_out',
      status: -4,
    });
    await soon(async () => expect(await running(outDir)).toEqual([]));
  });

  // A real full disk: a small tmpfs in the child's mount namespace.
  const maySmallDisk = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;
  it.skipIf(!maySmallDisk).each(['100k', '500k'])(
    'on a full disk (%s) is a storage failure, not an error of the file',
    async (room) => {
      const disk = folder.at(`disk-${room}`);
      await mkdir(disk);
      const child = spawnSync(
        'unshare',
        [
          '--user',
          '--map-root-user',
          '--mount',
          'sh',
          '-c',
          'mount -t tmpfs -o "size=$6" small "$1" && exec "$2" --input-type=module -e "$3" "$1" "$4" "$5"',
          'sh',
          disk,
          process.execPath,
          `
        const [outDir, input, index] = process.argv.slice(1);
        const { createMedia } = await import(index);
        const result = await (await createMedia()).encodeVideo({ input, outDir }).then(() => 'no problem', ({ code, status }) => [code, status]);
        console.log(JSON.stringify(result));`,
          await folder.make('two.mp4', [...picture('640x360', 3), ...H264]),
          new URL('./index.ts', import.meta.url).href,
          room,
        ],
        { encoding: 'utf8' },
      );
      expect(JSON.parse(child.stdout)).toEqual(['storage_failure', -3]);
    },
  );
});
