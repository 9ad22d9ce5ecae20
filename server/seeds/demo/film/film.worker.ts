import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { makeCanvas, paint, type Canvas } from '../art/raster.ts';
import { PICTURE } from '../art/grounds.ts';
import { filmOf, type Film } from '../art/scenes.ts';
import { placed } from '../art/shapes.ts';
import type { DemoItem } from '../items.ts';
import { wavOf } from './sound.ts';

/** What `make-film.ts` asks for: a video, or only its sound. */
export interface FilmRequest {
  ffmpegPath: string;
  item: Pick<DemoItem, 'key' | 'title'> & { type: 'video' | 'audio'; seconds: number };
  sport: string;
  file: string;
}

const SIZE = { width: 640, height: 360 };
const FRAMES_PER_SECOND = 15;
const SCALE = SIZE.width / PICTURE.width;
/** The ground reaches so far to both sides, for the camera to move; pixels. */
const MARGIN = 60;

const SOUND = ['-c:a', 'aac', '-b:a', '96k', '-ac', '1'];
const PICTURES = ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-threads', '1'];

/** Draws the frames of a film, one after the other. */
function* framesOf(film: Film, seconds: number): Generator<Uint8Array> {
  const ground = makeCanvas(SIZE.width + 2 * MARGIN, SIZE.height);
  paint(ground, placed(film.ground, [MARGIN, 0], SCALE));
  const frame = makeCanvas(SIZE.width, SIZE.height);
  for (let at = 0; at < seconds * FRAMES_PER_SECOND; at += 1) {
    const { shapes, camera } = film.at(at / FRAMES_PER_SECOND);
    const move = Math.round(camera * SCALE);
    copy(ground, frame, MARGIN + move);
    paint(frame, placed(shapes, [-move, 0], SCALE));
    yield frame.pixels;
  }
}

const copy = (from: Canvas, to: Canvas, left: number): void => {
  for (let row = 0; row < to.height; row += 1) {
    const start = (row * from.width + left) * 3;
    to.pixels.set(from.pixels.subarray(start, start + to.width * 3), row * to.width * 3);
  }
};

const make = async ({ ffmpegPath, item, sport, file }: FilmRequest): Promise<void> => {
  const sound = `${file}.wav`;
  await writeFile(sound, wavOf(item.key, item.seconds, item.type === 'audio'));
  const isVideo = item.type === 'video';
  const pictures = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${SIZE.width}x${SIZE.height}`];
  const child = spawn(
    ffmpegPath,
    [
      '-v',
      'error',
      '-y',
      '-i',
      sound,
      ...(isVideo ? [...pictures, '-r', String(FRAMES_PER_SECOND), '-i', 'pipe:0', '-map', '1:v', '-map', '0:a'] : []),
      ...(isVideo ? [...PICTURES, ...SOUND, '-movflags', '+faststart'] : ['-ac', '1', '-b:a', '64k']),
      file,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const said = text(child.stderr);
  // A child that ends early closes its input; its exit code tells.
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit') as Promise<[number | null]>;
  if (isVideo) {
    for (const frame of framesOf(filmOf(item, sport), item.seconds)) {
      if (!child.stdin.writable) break;
      // The next frame is drawn over this one: wait until it is taken.
      await new Promise<void>((resolve) => child.stdin.write(frame, () => resolve()));
    }
  }
  child.stdin.end();
  const [code] = await ended;
  await rm(sound, { force: true });
  if (code !== 0) throw new Error(`ffmpeg made no film of ${item.key}: ${await said}`);
};

await make(workerData as FilmRequest);
parentPort?.postMessage('made');
