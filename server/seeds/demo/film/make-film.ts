import { Worker } from 'node:worker_threads';
import type { FilmRequest } from './film.worker.ts';

/**
 * Makes the original of a video or a sound, in a thread of its own: drawing must not delay anybody's answers.
 *
 * @throws Error if ffmpeg fails.
 */
export const makeFilm = (request: FilmRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./film.worker.ts', import.meta.url), { workerData: request });
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The worker of a film ended with code ${code}.`)));
  });
