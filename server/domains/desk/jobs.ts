import { Problem } from '#contract/problems.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { lastActor, recordOperatorAct } from '../applications/index.ts';

const list: Handler<'desk.jobs'> = async ({ db, services }, asked) => {
  const { count, jobs } = await services.jobs.failed(db, asked);
  return {
    count,
    results: jobs.map(({ since, gaveUpAt, ...job }) => ({
      ...job,
      since: since.toISOString(),
      gaveUpAt: gaveUpAt?.toISOString() ?? null,
    })),
  };
};

/** @throws Problem `desk.done_meanwhile` if it is no longer given up, e.g. because another operator started it again. */
const retry: Handler<'desk.retryJob'> = async ({ db, services, session, now }, { id, reason }) => {
  const { job, isStarted } = found(await services.jobs.retry(db, id));
  const subject = { kind: 'job', id };
  if (!isStarted)
    throw new Problem('desk.done_meanwhile', { about: 'job', by: await lastActor(db, 'job.retried', subject) });
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'job.retried',
    subject,
    detail: { job },
    reason,
    now,
  });
};

export const jobHandlers = { 'desk.jobs': list, 'desk.retryJob': retry } satisfies Handlers;
