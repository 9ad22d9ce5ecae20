import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runs } from '#tests/support/property-runs.ts';
import type { ObjectStore } from '../adapters/objects/index.ts';
import { sendObject } from './send-object.ts';

const part = fc.oneof(
  fc.constant(''),
  fc.nat({ max: 60 }).map(String),
  fc.constantFrom('-1', '1.5', '999999999999999', '9'.repeat(30), 'x', '٣'),
);
const range = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('bytes=', 'bytes = ', 'bytes', 'items=', 'Bytes='),
      part,
      fc.constantFrom('-', '', '--', ' - '),
      part,
      fc.constantFrom('', ',5-9', ' '),
    )
    .map((parts) => parts.join('')),
  fc.string(),
);

it(
  'P19 for any Range header the answer is 200, 206 or 416, and its bytes are exactly the ones it names',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 50 }),
        fc.option(range, { nil: undefined }),
        fc.constantFrom('GET', 'HEAD'),
        async (size, header, method) => {
          const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7) % 251);
          const objects = {
            stat: async () => ({ sizeBytes: size, contentType: 'video/mp4', changedAtMs: 1 }),
            open: async (_key: string, { start, end }: { start: number; end: number }) => ({
              sizeBytes: size,
              contentType: 'video/mp4',
              changedAtMs: 1,
              stream: Readable.from([bytes.slice(start, end + 1)]),
            }),
          } as unknown as ObjectStore;
          const answer = await sendObject(objects, 'k', {
            request: { method, range: header, ifRange: undefined, ifNoneMatch: undefined },
            headers: {},
          });
          const body = new Uint8Array(await answer.arrayBuffer());
          const length = Number(answer.headers.get('Content-Length'));
          const named = /^bytes (\d+)-(\d+)\/(\d+)$/
            .exec(answer.headers.get('Content-Range') ?? '')
            ?.slice(1)
            .map(Number);
          if (answer.status === 206) {
            const [start, end, total] = named as [number, number, number];
            expect(start <= end && end < size && total === size).toBe(true);
            expect(length).toBe(end - start + 1);
            if (method === 'GET') expect(body).toEqual(bytes.slice(start, end + 1));
          } else if (answer.status === 416) {
            expect([answer.headers.get('Content-Range'), length, body.length]).toEqual([`bytes */${size}`, 0, 0]);
          } else {
            expect([answer.status, length]).toEqual([200, size]);
            if (method === 'GET') expect(body).toEqual(bytes);
          }
        },
      ),
      { ...runs, numRuns: runs.numRuns! * 10 },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
