import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallContext } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';

/** With less free space than this, uploads fail: the balancer should send them elsewhere. */
const FREE_BYTES_LEAST = 64 * 1_048_576;
/** A result is used again for this long, however often the balancer asks, ms. */
const PROBE_LIFE_MS = 5_000;
/** A check that takes longer has failed, ms. */
const PROBE_TIMEOUT_MS = 3_000;

const within = (check: Promise<boolean>): Promise<boolean> => {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref());
  return Promise.race([check.catch(() => false), timeout]);
};

const canWrite = async ({ objects }: Services): Promise<boolean> => {
  if ((await objects.freeBytes()) < FREE_BYTES_LEAST) return false;
  const key = `probe/${randomUUID()}`;
  await objects.put(key, Buffer.from('probe'), { contentType: 'text/plain' });
  await objects.delete(key);
  return true;
};

const probes = new WeakMap<object, { atMs: number; result: Promise<boolean> }>();
const canWriteCached = (services: Services): Promise<boolean> => {
  const cached = probes.get(services.objects);
  if (cached && Date.now() - cached.atMs < PROBE_LIFE_MS) return cached.result;
  const result = within(canWrite(services));
  probes.set(services.objects, { atMs: Date.now(), result });
  return result;
};

/** Whether this process can work: 200, or 503 with what fails. */
export const readiness = async ({ services }: CallContext) => {
  const [database, objects, jobs] = await Promise.all([
    within(sql`select 1`.execute(services.database.db).then(() => true)),
    canWriteCached(services),
    within(services.jobs.isWorking()),
  ]);
  // Without a jail the rest works, and uploads are accepted and wait: not a reason to send requests elsewhere.
  const { jailMode: encoder } = services.media;
  if (database && objects && jobs) return { status: 'ok' as const, database, objects, jobs, encoder };
  return Response.json(
    { status: 'failing', database, objects, jobs, encoder },
    { status: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } },
  );
};
