import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '#server/adapters/media/ffmpeg-path.ts';
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

/** A video filmed upright: stored in landscape with a rotation flag. */
export async function uprightVideoFile(): Promise<string> {
  const lying = await videoFile();
  return kept('video-upright.mp4', ffmpeg(['-display_rotation', '90', '-i', lying, '-c', 'copy']));
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
