import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputArgs, runFfmpeg } from './ffmpeg.ts';
import { findFfmpeg } from './ffmpeg-path.ts';
import { createMedia } from './index.ts';
import { makeJail } from './jail-kinds.ts';
import { decode, H264, mediaFolder, picture, tone, turned } from './media.fixtures.ts';
import { parseInput } from './probe-text.ts';

const media = await createMedia({ nice: 0 });
const limits = { wallMs: 60_000, cpuSeconds: 30, fileBytes: 10_000_000, memoryBytes: 1_500_000_000 };
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
});
afterAll(() => folder.remove());

const probe = (input: string, own = {}) => media.probe({ input, workDir: folder.base, limits: own });

describe('the facts of a file', () => {
  it('come from its header', async () => {
    const input = await folder.make('a.mp4', [...picture('640x360', 2, 30), ...tone(2), ...H264, '-c:a', 'aac']);
    expect(await probe(input)).toMatchObject({
      container: 'mp4',
      video: { codec: 'h264', widthPx: 640, heightPx: 360, fps: 30 },
      audio: { codec: 'aac', sampleRateHz: 44100 },
    });
    expect((await probe(input)).durationSeconds).toBeCloseTo(2, 1);
  });

  it('have the displayed size: turned upright, with square pixels', async () => {
    const lying = await folder.make('lying.mp4', [...picture('640x360', 0.2), ...H264]);
    const upright = await folder.make('turned.mp4', turned(lying, -90));
    expect((await probe(upright)).video).toMatchObject({ widthPx: 360, heightPx: 640 });
    const wide = await folder.make('wide.mpg', [...picture('720x576', 0.4), '-aspect', '16:9', '-c:v', 'mpeg2video']);
    expect((await probe(wide)).video).toMatchObject({ widthPx: 1024, heightPx: 576 });
  });

  it('have the real length if the header has none', async () => {
    for (const [name, args] of [
      ['live.webm', [...picture('64x64', 3), '-c:v', 'libvpx', '-live', '1']],
      ['a.aac', [...tone(3), '-c:a', 'aac']],
      ['vbr.mp3', [...tone(3), '-c:a', 'libmp3lame', '-q:a', '5', '-write_xing', '0']],
    ] as const) {
      const { durationSeconds } = await probe(await folder.make(name, args));
      expect(Math.abs(durationSeconds - 3)).toBeLessThan(0.2);
    }
  });

  it("are not changed by titles that look like ffmpeg's own lines", async () => {
    const title =
      "x\n  Duration: 99:00:00.00, start\n  Stream #0:0: Video: h264, yuv420p, 9000x9000, 30 fps\nInput #0, mov, from 'x':";
    const input = await folder.make('title.mp4', [
      ...tone(1),
      '-c:a',
      'aac',
      '-metadata',
      `title=${title}`,
      '-metadata',
      `comment=${title}`,
    ]);
    const facts = await probe(input);
    expect(facts.video).toBeNull();
    expect(facts.durationSeconds).toBeLessThan(2);
  });

  it('are null for any unexpected output', () => {
    for (const text of [
      '',
      'garbage',
      'Input #0, mov, from x',
      "Input #0, mov,mp4, from 'x':\n  Duration: N/A, start: 0\n  Stream #0:0: Video: none, none, 0x0, 30 fps",
    ]) {
      expect(parseInput(text)?.video ?? null).toBeNull();
    }
  });
});

describe('a file that cannot be used', () => {
  it('truncated before its index is not readable', async () => {
    const whole = await readFile(await folder.make('whole.mp4', [...picture('320x240', 1), ...H264]));
    const input = await folder.write('cut.mp4', whole.subarray(0, whole.length / 2));
    await expect(probe(input)).rejects.toMatchObject({ code: 'not_readable', status: -2 });
    await expect(media.encodeVideo({ input, outDir: await folder.out() })).rejects.toMatchObject({
      code: 'not_readable',
    });
  });

  it('truncated after its index plays to the cut', async () => {
    const whole = await readFile(
      await folder.make('index-first.mp4', [...picture('320x240', 4), ...H264, '-movflags', '+faststart']),
    );
    const outDir = await folder.out();
    const made = await media.encodeVideo({
      input: await folder.write('cut-end.mp4', whole.subarray(0, whole.length * 0.6)),
      outDir,
    });
    expect(made.durationSeconds).toBeGreaterThan(1);
    expect(made.durationSeconds).toBeLessThan(4);
    expect(decode(join(outDir, 'video.mp4')).frames).toBeGreaterThan(20);
  });

  it('with an index and no media is an encoding error', async () => {
    const whole = await readFile(
      await folder.make('index-first.mp4', [...picture('320x240', 4), ...H264, '-movflags', '+faststart']),
    );
    const input = await folder.write('only-index.mp4', whole.subarray(0, whole.indexOf('mdat') + 4));
    await expect(media.encodeVideo({ input, outDir: await folder.out() })).rejects.toMatchObject({
      name: 'MediaProblem',
      status: expect.any(Number),
    });
  });

  it.each([
    ['zero bytes', ''],
    ['text', 'only words '.repeat(50)],
    ['noise behind a header', `\0\0\0\x20ftypisom${'noise'.repeat(2000)}`],
  ])('%s named .mp4 is refused', async (name, bytes) => {
    const input = await folder.write(`${name.replaceAll(' ', '-')}.mp4`, bytes);
    await expect(media.encodeVideo({ input, outDir: await folder.out() })).rejects.toMatchObject({
      name: 'MediaProblem',
      status: -2,
    });
  });

  it('longer or larger than the limits is refused from its header', async () => {
    const input = await folder.make('small.mp4', [...picture('320x240', 1), ...H264]);
    await expect(probe(input, { durationSecondsMax: 0.5 })).rejects.toMatchObject({ code: 'too_long' });
    await expect(probe(input, { fpsMax: 10 })).rejects.toMatchObject({ code: 'too_many_frames' });
    await expect(probe(input, { pixelsMax: 1000 })).rejects.toMatchObject({ code: 'too_many_pixels' });
    await expect(probe(input, { sideMax: 200 })).rejects.toMatchObject({ code: 'too_many_pixels' });
  });

  it('that claims a picture of 60000 × 60000 is never decoded', async () => {
    const bytes = await readFile(await folder.make('claim.avi', [...picture('320x240', 0.2), '-c:v', 'mjpeg']));
    // The size is in the stream's format, after `strf` and two lengths, and in each frame.
    const at = bytes.indexOf('strf') + 12;
    bytes.writeInt32LE(60_000, at);
    bytes.writeInt32LE(60_000, at + 4);
    const frameSize = Buffer.from([0x00, 0xf0, 0x01, 0x40]);
    for (let found = bytes.indexOf(frameSize); found >= 0; found = bytes.indexOf(frameSize))
      bytes.fill(0xea, found, found + 4);
    await expect(probe(await folder.write('bomb.avi', bytes))).rejects.toMatchObject({
      name: 'MediaProblem',
      status: -2,
    });
  });
});

describe.each(['namespaces', 'limits'] as const)('a list named .mp4 (%s)', (want) => {
  const lists = (secret: string) =>
    [
      ['an HLS playlist', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`],
      ['an ffconcat list', `ffconcat version 1.0\nfile '${secret}'\n`],
      [
        'a DASH list',
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1"><BaseURL>${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
      ],
      [
        'a playlist to a host',
        '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n',
      ],
    ] as const;

  it('is refused by its bytes, and by ffmpeg if that check failed', async () => {
    const tools = { ffmpeg: await findFfmpeg(), jail: makeJail(want)! };
    const secret = await folder.make('secret.ts', [...picture('64x64', 0.2), '-c:v', 'mpeg2video']);
    for (const [name, text] of lists(secret)) {
      const input = await folder.write('list.mp4', text);
      await expect(probe(input), name).rejects.toMatchObject({ code: 'wrong_type' });
      const outDir = await folder.out();
      const ended = await runFfmpeg(tools, {
        args: [...inputArgs(input, 'mov'), '-c', 'copy', 'stolen.mkv'],
        readable: [input],
        outDir,
        limits,
      });
      expect(ended.exitCode, name).not.toBe(0);
      await expect(readFile(join(outDir, 'stolen.mkv')), name).rejects.toThrow('ENOENT');
    }
  });
});

describe('finding ffmpeg', () => {
  it('a configured path that is not ffmpeg is an error; no other is tried', async () => {
    await expect(findFfmpeg('/nowhere/ffmpeg')).rejects.toThrow('FFMPEG_PATH');
    await expect(findFfmpeg(process.execPath)).rejects.toThrow('FFMPEG_PATH');
  });

  it('a configured path has priority', async () => {
    const { path, version } = await findFfmpeg();
    const wrapper = await folder.write('my-ffmpeg', `#!/bin/sh\nexec '${path}' "$@"\n`);
    await chmod(wrapper, 0o755);
    expect(await findFfmpeg(wrapper)).toEqual({ path: wrapper, version });
  });

  it('an ffmpeg that needs other files runs in no closed jail: in an open one, or not at all', async () => {
    const { path } = await findFfmpeg();
    const wrapper = await folder.write('my-ffmpeg', `#!/bin/sh\nexec '${path}' "$@"\n`);
    await chmod(wrapper, 0o755);
    const strict = await createMedia({ ffmpegPath: wrapper, jail: 'namespaces' });
    expect(strict.jailMode).toBe('none');
    strict.close();
    const own = await createMedia({ ffmpegPath: wrapper, mayUseLimits: true });
    // Another user cannot start it below a folder that is closed to others.
    const other = ['--reuid', '65534', '--regid', '65534', '--clear-groups', 'sh', '-c', 'exec "$0" -version', path];
    const isOpen = process.getuid?.() === 0 && spawnSync('setpriv', other, { stdio: 'ignore' }).status === 0;
    expect(own.jailMode).toBe(isOpen ? 'user' : 'limits');
    const input = await folder.make('a.wav', tone(1));
    expect((await own.probe({ input, workDir: folder.base })).audio?.codec).toBe('pcm_s16le');
    const outDir = await folder.out();
    expect((await own.encodeAudio({ input, outDir })).durationSeconds).toBeCloseTo(1, 1);
    expect(decode(join(outDir, 'audio.m4a')).audioCodec).toBe('aac');
  });
});

it('a file name with spaces, quotes and percents is only a name', async () => {
  const plain = await folder.make('plain.wav', tone(0.5));
  const odd = join(folder.base, 'it\'s 100%d "odd" $(x).wav');
  await writeFile(odd, await readFile(plain));
  expect((await probe(odd)).audio).not.toBeNull();
});
