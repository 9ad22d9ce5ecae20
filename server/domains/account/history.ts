import { HISTORY_PAGE } from '#contract/limits.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { deviceLabel } from '../account-events/index.ts';

/** Events of the own account, newest first. Source: D-89, D-324. */
const readHistory = async ({ db, session }: CallContext, { page }: { page: number }) => {
  const own = db.selectFrom('account_events').where('user_id', '=', session.userId);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const events = await own
    .select(['id', 'kind', 'device', 'created_at', 'detail'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY_PAGE)
    .offset((page - 1) * HISTORY_PAGE)
    .execute();
  return {
    count: Number(count),
    results: events.map(({ id, kind, device, created_at, detail }) => ({
      id,
      kind,
      at: created_at.toISOString(),
      device: deviceLabel(device),
      detail,
    })),
  };
};

export const historyHandlers = { 'account.history': readHistory } satisfies Handlers;
