import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { newId } from '#contract/ids.ts';
import { findFfmpeg } from '#server/adapters/media/ffmpeg-path.ts';
import { turnedBy } from '#server/adapters/media/turned.fixtures.ts';
import { makePdf } from './pdf.ts';

// Small real files, made by the app's ffmpeg and cached for the next run.

const FOLDER = path.resolve(import.meta.dirname, '../../.tmp/media');

type Make = (file: string) => Promise<unknown>;

/** The path of a cached file, made first if missing; two processes may make it at once. */
async function kept(name: string, make: Make): Promise<string> {
  const file = path.join(FOLDER, name);
  if (existsSync(file)) return file;
  await mkdir(FOLDER, { recursive: true });
  const { ext, name: stem } = path.parse(name);
  const draft = path.join(FOLDER, `${stem}.${process.pid}.draft${ext}`);
  await make(draft);
  await rename(draft, file);
  return file;
}

const ffmpeg =
  (args: string[]): Make =>
  async (file) => {
    const { path: program } = await findFfmpeg(process.env.FFMPEG_PATH);
    await promisify(execFile)(program, ['-v', 'error', '-y', ...args, '-bitexact', file]);
  };

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30'];

export type VideoOptions = { seconds?: number; width?: number; height?: number; sound?: boolean };

/** A moving test picture with a tone: H.264 and AAC in mp4, 30 frames per second. */
export function videoFile({
  seconds = 3,
  width = 320,
  height = 180,
  sound = true,
}: VideoOptions = {}): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=30:duration=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac', '-b:a', '64k'];
  const name = `video-${width}x${height}-${seconds}s${sound ? '' : '-silent'}.mp4`;
  return kept(name, ffmpeg([...picture, ...(sound ? tone : []), ...H264, '-movflags', '+faststart']));
}

/** A small video, quickly encoded, with so many bytes behind it that players skip as an upload of several parts needs. */
export async function paddedVideoFile(bytes: number, options: VideoOptions = {}): Promise<string> {
  const file = await videoFile(options);
  const { name } = path.parse(file);
  return kept(`${name}-padded-${bytes}.mp4`, async (draft) => {
    const video = await readFile(file);
    // Random, so that no two parts are equal.
    const box = randomBytes(bytes - video.length);
    box.writeUInt32BE(box.length);
    box.write('free', 4);
    await writeFile(draft, Buffer.concat([video, box]));
  });
}

/** A still grey picture of three minutes in 1080p60: a few hundred KB that take a core minutes to encode. */
export async function greyVideoFile(): Promise<string> {
  const source = ['-f', 'lavfi', '-i', 'color=c=gray:size=1920x1080:rate=60:duration=10'];
  const piece = await kept('grey-10s.mp4', ffmpeg([...source, ...H264, '-g', '600']));
  return kept('grey-180s.mp4', ffmpeg(['-stream_loop', '17', '-i', piece, '-c', 'copy']));
}

/** A still picture of half an hour in 480p with few frames: long enough that its first rendition is made alone. */
export function longVideoFile(): Promise<string> {
  const source = ['-f', 'lavfi', '-i', 'color=c=gray:size=854x480:rate=1/16:duration=1600'];
  return kept('long-480p-16.mp4', ffmpeg([...source, ...H264, '-movflags', '+faststart']));
}

/** A video filmed upright: stored in landscape with a rotation flag. */
export async function uprightVideoFile(): Promise<string> {
  const lying = await videoFile();
  const { version } = await findFfmpeg(process.env.FFMPEG_PATH);
  return kept('video-upright.mp4', ffmpeg(turnedBy(version, lying, 90)));
}

/** A video filmed upright at a phone's bit rate, which a smaller size saves: 720p with noise, stored lying. */
export async function largeUprightVideoFile(seconds = 6): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=30:duration=${seconds},noise=alls=40:allf=t`];
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac', '-b:a', '64k'];
  const rate = ['-b:v', '16M', '-maxrate', '16M', '-bufsize', '16M'];
  const lying = await kept(`large-${seconds}s.mp4`, ffmpeg([...picture, ...tone, ...H264, ...rate]));
  const { version } = await findFfmpeg(process.env.FFMPEG_PATH);
  return kept(`large-upright-${seconds}s.mp4`, ffmpeg(turnedBy(version, lying, 90)));
}

/** What ffmpeg prints about a file: its streams, their sizes, its length. */
export async function describeMedia(file: string): Promise<string> {
  const { path: program } = await findFfmpeg(process.env.FFMPEG_PATH);
  const { stderr } = await promisify(execFile)(program, ['-hide_banner', '-i', file, '-map', '0', '-f', 'null', '-']);
  return stderr;
}

/** The same video in the container that iPhones write. */
export async function movFile(): Promise<string> {
  const source = await videoFile();
  return kept('video.mov', ffmpeg(['-i', source, '-c', 'copy']));
}

/** A tone of growing volume, so that its waveform has a shape. */
export function audioFile(kind: 'mp3' | 'wav' | 'm4a' = 'mp3', seconds = 3): Promise<string> {
  const tone = `sine=frequency=330:duration=${seconds},volume='0.2+0.8*t/${seconds}':eval=frame`;
  return kept(`audio-${seconds}s.${kind}`, ffmpeg(['-f', 'lavfi', '-i', tone]));
}

/** A coloured picture. */
export function pictureFile(kind: 'jpg' | 'png' = 'jpg', width = 640, height = 480): Promise<string> {
  const source = `testsrc2=size=${width}x${height}:rate=1:duration=1`;
  return kept(
    `picture-${width}x${height}.${kind}`,
    ffmpeg(['-f', 'lavfi', '-i', source, '-frames:v', '1', '-update', '1']),
  );
}

/** An animated PNG of five different frames. */
export const animatedPngFile = (): Promise<string> =>
  kept('animated.apng', ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=400x400:rate=5:duration=1', '-f', 'apng']));

/** A PDF with a line of text on every page. */
export function pdfFile(pages = 1): Promise<string> {
  return kept(`text-${pages}.pdf`, (file) => writeFile(file, makePdf(pages)));
}

/** A truncated mp4: its index is complete, its last frames are missing. */
export async function truncatedVideoFile(): Promise<string> {
  const bytes = await readFile(await videoFile());
  return kept('truncated.mp4', (file) => writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.6))));
}

/** An mp4 without its index, as an interrupted recording leaves it: it cannot be played. */
export async function indexlessVideoFile(): Promise<string> {
  const source = await videoFile();
  const whole = await kept('index-last.mp4', ffmpeg(['-i', source, '-c', 'copy']));
  const bytes = await readFile(whole);
  return kept('indexless.mp4', (file) => writeFile(file, bytes.subarray(0, bytes.lastIndexOf('moov') - 4)));
}

/** Text in a file with a video's extension. */
export const textNamedVideo = (): Promise<string> =>
  kept('words.mp4', (file) => writeFile(file, 'These are only words, and many of them.\n'.repeat(100)));

/** A playlist with a video's extension that refers to another file of the server (F23). */
export const playlistNamedVideo = (target = '/etc/passwd'): Promise<string> =>
  kept('playlist.mp4', (file) =>
    writeFile(file, `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${target}\n#EXT-X-ENDLIST\n`),
  );

/** An ffmpeg concat list with a video's extension. */
export const concatNamedVideo = (target = '/etc/passwd'): Promise<string> =>
  kept('concat.mp4', (file) => writeFile(file, `ffconcat version 1.0\nfile '${target}'\n`));

/** What players and readers skip, different for each file: equal files of a person are prepared only once. */
export const uniqueEnd = (profile: 'video' | 'text'): Buffer => {
  if (profile === 'text') return Buffer.from(`\n% ${newId()}\n`);
  const box = Buffer.from(`....free${newId()}`);
  box.writeUInt32BE(box.length);
  return box;
};
