import { parentPort } from 'node:worker_threads';
import type { Asked, Said } from './client.ts';

/**
 * Answers the requests of a WorkerClient (client.ts); called once in the module of its worker.
 *
 * @param work Its result is the end of the request; `sendPart` sends a part before it.
 */
export const serveRequests = <Request, Part, End>(
  work: (request: Request, sendPart: (part: Part) => void) => End | Promise<End>,
): void => {
  const say = (said: Said<Part, End>): void => {
    if (parentPort) parentPort.postMessage(said);
    else if (process.connected) process.send!(said);
  };
  const answer = async ({ id, request }: Asked<Request>): Promise<void> => {
    try {
      say({ id, end: await work(request, (part) => say({ id, part })) });
    } catch (error) {
      say({ id, error });
    }
  };
  if (parentPort) return void parentPort.on('message', answer);
  // A process ends with the one that opened it.
  process.on('message', answer).once('disconnect', () => process.exit());
};
