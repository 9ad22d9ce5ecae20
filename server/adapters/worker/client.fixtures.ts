import { serveRequests } from './serve.ts';

/* The worker of client.test.ts: counts up to a number; fails at zero, ends at a number below it. */

serveRequests<number, number, string>(async (last, sendPart) => {
  if (last === 0) throw new RangeError('Nothing to count.');
  if (last < 0) process.exit(-last);
  for (let each = 1; each <= last; each += 1) sendPart(each);
  return `counted to ${last} in ${process.pid}`;
});
