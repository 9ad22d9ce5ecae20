import { parentPort } from 'node:worker_threads';
import type { Asked, Said } from './thread.ts';

/**
 * Answers the requests of a Thread (thread.ts); called once in its module.
 *
 * @param work Its result is the end of the request; `sendPart` sends a part before it.
 */
export const workInThread = <Request, Part, End>(
  work: (request: Request, sendPart: (part: Part) => void) => End | Promise<End>,
): void => {
  const say = (said: Said<Part, End>): void => parentPort!.postMessage(said);
  parentPort!.on('message', async ({ id, request }: Asked<Request>) => {
    try {
      say({ id, end: await work(request, (part) => say({ id, part })) });
    } catch (error) {
      say({ id, error });
    }
  });
};
