import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallContext } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';

/** With less room than this uploads fail, so the balancer should send them elsewhere. */
const FREE_BYTES_LEAST = 64 * 1_048_576;
/** A write is tried at most this often, however often one asks. */
const PROBE_LIFE_MS = 5_000;
const PROBE_WAIT_MS = 3_000;

const within = (check: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PROBE_WAIT_MS).unref());
  return Promise.race([check.catch(() => false), late]);
};

const canWrite = async ({ objects }: Services): Promise<boolean> => {
  if ((await objects.freeBytes()) < FREE_BYTES_LEAST) return false;
  const key = `probe/${randomUUID()}`;
  await objects.put(key, Buffer.from('probe'), { contentType: 'text/plain' });
  await objects.delete(key);
  return true;
};

const probes = new WeakMap<object, { atMs: number; result: Promise<boolean> }>();
const canWriteLately = (services: Services): Promise<boolean> => {
  const known = probes.get(services.objects);
  if (known && Date.now() - known.atMs < PROBE_LIFE_MS) return known.result;
  const result = within(canWrite(services));
  probes.set(services.objects, { atMs: Date.now(), result });
  return result;
};

/** Whether this process can do its work: 200, or 503 with what fails. */
export const readiness = async ({ services }: CallContext) => {
  const [database, objects, jobs] = await Promise.all([
    within(sql`select 1`.execute(services.database.db).then(() => true)),
    canWriteLately(services),
    within(services.jobs.isWorking()),
  ]);
  if (database && objects && jobs) return { status: 'ok' as const, database, objects, jobs };
  return Response.json(
    { status: 'failing', database, objects, jobs },
    { status: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } },
  );
};
