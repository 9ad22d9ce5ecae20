import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { SUPPORT_REQUESTS_PER_DAY } from '#contract/support-limits.ts';
import { supportMail } from '#contract/text/support-mail.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { pictureUrl } from '../files/index.ts';

const DAY_MS = 86_400_000;
/** Messages without an account from one network; a /48 of IPv6 may hold many households. Source: decision 0058. */
const GUEST_HOUR: Bucket = { capacity: 5, perSeconds: 3_600 };
const GUEST_DAY: Bucket = { capacity: 20, perSeconds: 86_400 };
const WIDER_DAY: Bucket = { capacity: 160, perSeconds: 86_400 };

const readRow = (db: Db, id: string) =>
  answerJson(db, sql`select row from own_support_requests where request_id = ${id}`);

/** Keeps the message and leaves the mail to a job. Sent again under another key, it gets the same answer. */
const send: Handler<'support.send'> = async ({ db, services, scope, session, now }, input) => {
  const { id, kind, topic, message, screenshot, email = null, diagnostics = '' } = input;
  // Also counts the messages of one person one after the other, so that several at once cannot pass the limit.
  await sql`select 1 from users where id = ${session.userId} for no key update`.execute(db);
  await raiseScopes(db, [scope]);
  const existing = await db.selectFrom('support_requests').select('scope').where('id', '=', id).executeTakeFirst();
  if (existing) {
    found(existing.scope === scope ? existing : null);
    return readRow(db, id);
  }
  const { count } = await db
    .selectFrom('support_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', session.userId)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) >= SUPPORT_REQUESTS_PER_DAY) throw new Problem('support.limit');
  await db
    .insertInto('support_requests')
    .values({
      id,
      scope,
      user_id: session.userId,
      kind,
      topic,
      message,
      screenshot: screenshot ? await pictureUrl(db, scope, screenshot) : null,
      email,
      diagnostics,
      created_at: now,
    })
    .execute();
  await services.jobs.send(db, 'support.mail', { requestId: id, isGuest: false });
  return readRow(db, id);
};

const sendAsGuest: Handler<'support.sendAsGuest'> = async ({ db, services, request, now }, input) => {
  const { network, widerNetwork } = request.client;
  const { counters } = services.database;
  await takeToken(counters, `support:hour:${network}`, GUEST_HOUR);
  await takeToken(counters, `support:day:${network}`, GUEST_DAY);
  if (widerNetwork) await takeToken(counters, `support:day:${widerNetwork}`, WIDER_DAY);
  const added = await db
    .insertInto('guest_support_requests')
    .values({ ...input, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  if (added.length > 0) await services.jobs.send(db, 'support.mail', { requestId: input.id, isGuest: true });
};

export const supportHandlers: AreaHandlers<'support'> = { 'support.send': send, 'support.sendAsGuest': sendAsGuest };

/** A message to mail, by the table that holds it. */
export interface SupportMailKey {
  requestId: string;
  isGuest: boolean;
}

/**
 * Mails a message to the support address, once. A job that was killed between the mail and its note mails it again.
 *
 * @throws Error if no mail can be sent now: try again.
 */
export const mailSupportRequest = async (services: Services, key: SupportMailKey): Promise<void> => {
  if (key.isGuest) await mailGuestRequest(services, key.requestId);
  else await mailOwnRequest(services, key.requestId);
};

const mailOwnRequest = async (services: Services, id: string): Promise<void> => {
  const { config, database, mail, now } = services;
  const row = await database.db
    .selectFrom('support_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.scope', 'r.kind', 'r.topic', 'r.message', 'r.screenshot', 'r.email', 'r.diagnostics'])
    .select(['u.username', 'u.email as accountEmail', 'u.id as userId'])
    .where('r.id', '=', id)
    .where('r.sent_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const email = row.email ?? row.accountEmail;
  await mail.send({
    to: config.supportEmail,
    ...(email && { replyTo: email }),
    ...supportMail({
      ...row,
      kind: row.kind === 'technical' ? 'technical' : 'contact',
      email,
      profile: `${config.publicUrl}/profile/${row.userId}`,
      screenshot: row.screenshot ? new URL(row.screenshot, config.publicUrl).href : undefined,
    }),
  });
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('support_requests').set({ sent_at: now() }).where('id', '=', id).execute();
    await wakeAtCommit(tx, [row.scope]);
  });
};

const mailGuestRequest = async ({ config, database: { db }, mail, now }: Services, id: string): Promise<void> => {
  const row = await db
    .selectFrom('guest_support_requests')
    .select(['topic', 'message', 'email'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  await mail.send({ to: config.supportEmail, replyTo: row.email, ...supportMail({ kind: 'contact', ...row }) });
  await db.updateTable('guest_support_requests').set({ sent_at: now() }).where('id', '=', id).execute();
};
