import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import type { NotificationType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { digestMoments, type DigestFrequency, type Moments } from './moments.ts';
import { hasOnlySilentDevices, type PushTask } from './queries.ts';
import { frequencyOf, type SavedSettings } from './settings.ts';
import type * as v from 'valibot';

/** People whose digests are made in one transaction, which notifications for them wait for. */
const BATCH = 200;
/** Digests that one job sends side by side: taking a job costs more than sending a digest. */
const IN_ONE_JOB = 20;

/** How often what was pushed to silent devices is mailed. */
const SILENT_FREQUENCY = 'day_1';

interface Person {
  id: string;
  settings: SavedSettings;
  timeZone: string;
}
type Type = v.InferOutput<typeof NotificationType>;

/** Moments around one instant, worked out once for each zone and frequency. */
const momentsAt = (at: number) => {
  const known = new Map<string, Moments>();
  return (timeZone: string, frequency: DigestFrequency): Moments => {
    const key = `${frequency} ${timeZone}`;
    const moments = known.get(key) ?? digestMoments(at, timeZone, frequency);
    known.set(key, moments);
    return moments;
  };
};

/**
 * Keeps notifications for the next digests of their recipients. The caller has just inserted them, so it holds the counters of
 * these people: settings and zones that are read now hold until the commit.
 *
 * @param waiting `isPushed`: they were pushed at once too, and are mailed once a day because nobody may have seen it.
 */
export const waitForDigest = async (
  db: Db,
  at: Date,
  type: Type,
  { ids, isPushed }: { ids: readonly string[]; isPushed: boolean },
): Promise<void> => {
  if (ids.length === 0) return;
  const { rows } = await sql<Person>`
    with waiting as (insert into digest_entries (notification_id, user_id, type, is_pushed)
      select n.id, n.user_id, ${type}, ${isPushed}::boolean from notifications n where n.id = any(${sql.val([...ids])}::uuid[]) returning user_id)
    select u.id, u.notification_settings as settings, u.time_zone as "timeZone" from users u
    where u.id in (select user_id from waiting)`.execute(db);
  const around = momentsAt(at.getTime());
  const due = rows.map(({ id, settings, timeZone }) => {
    const frequency = isPushed ? SILENT_FREQUENCY : frequencyOf(settings, type);
    // Changed a moment ago to one without digests: to be looked at now.
    const isNow = frequency === 'never' || frequency === 'immediately';
    return { id, at: isNow ? at : new Date(around(timeZone, frequency).next) };
  });
  await sql`insert into digest_due (user_id, due_at)
    select * from unnest(${sql.val(due.map(({ id }) => id))}::uuid[], ${sql.val(due.map((each) => each.at))}::timestamptz[]) as d(user_id, due_at)
    order by user_id
    on conflict (user_id) do update set due_at = least(digest_due.due_at, excluded.due_at)`.execute(db);
};

/** Has the waiting notifications of a person looked at now, because their settings or their time zone changed. */
export const reconsiderDigests = async (db: Db, userId: string, now: Date): Promise<void> => {
  await db
    .updateTable('digest_due')
    .set({ due_at: now })
    .where('user_id', '=', userId)
    .where('due_at', '>', now)
    .execute();
};

/** Makes all digests whose time has come. */
export const makeDigests = async (services: Services, signal: AbortSignal): Promise<void> => {
  const { db } = services.database;
  let looked = BATCH;
  while (looked === BATCH && !signal.aborted)
    looked = await db.transaction().execute((tx) => makeBatch(tx, services, services.now()));
};

interface DuePerson extends Person {
  isReached: boolean;
  isMailable: boolean;
  /** Deleted or suspended. */
  isAway: boolean;
  /** No device shows a sign of life. */
  isSilent: boolean;
}
interface Entry {
  id: string;
  userId: string;
  type: Type;
  /** Null for a deleted notification. */
  sentAt: Date | null;
  isRead: boolean | null;
  isPushed: boolean;
}

/**
 * Looks at people whose time has come. What is due leaves the waiting entries and is sent in the caller's transaction, so a
 * killed server loses and doubles nothing.
 *
 * @returns How many people it looked at.
 */
const makeBatch = async (db: Db, services: Services, now: Date): Promise<number> => {
  // Whoever is being changed by another server, or erased, is looked at in the next run: this waits for nobody.
  const { rows: people } = await sql<DuePerson>`
    select u.id, u.notification_settings as settings, u.time_zone as "timeZone", u.deleted_at is not null or u.is_suspended as "isAway",
      exists (select 1 from devices v where v.user_id = u.id) as "isReached", 
      u.email_verified_at is not null and u.email_unreachable_since is null as "isMailable",
      ${hasOnlySilentDevices(now)} as "isSilent"
    from digest_due d join users u on u.id = d.user_id where d.due_at <= ${now}
    order by d.due_at limit ${BATCH} for update of d skip locked for key share of u skip locked`.execute(db);
  if (people.length === 0) return 0;
  const ids = people.map(({ id }) => id);
  const { rows: entries } = await sql<Entry>`
    select e.notification_id as id, e.user_id as "userId", e.type, n.sent_at as "sentAt", n.is_read as "isRead",
      e.is_pushed as "isPushed"
    from digest_entries e left join notifications n on n.id = e.notification_id
    where e.user_id = any(${sql.val(ids)}::uuid[]) order by n.sent_at desc, n.id desc`.execute(db);
  const plan = planDigests(people, entries, now);
  await write(db, services, people, plan, now);
  return people.length;
};

interface Plan {
  /** Entries that wait no more: sent, read, deleted or not wanted any more. */
  done: string[];
  /** Notifications of each digest, newest first, by person. */
  digests: Map<string, string[]>;
  /** People with something in their digest that was not pushed yet. */
  unpushed: Set<string>;
  /** When to look at the people who still have waiting entries. */
  next: Map<string, number>;
}

/** What was pushed waits for a mail only while no device shows a sign of life. */
const frequencyOfEntry = (
  chosen: ReturnType<typeof frequencyOf>,
  { isPushed, isSilent }: { isPushed: boolean; isSilent: boolean },
): typeof chosen => {
  if (!isPushed) return chosen;
  if (!isSilent) return 'never';
  return chosen === 'immediately' ? SILENT_FREQUENCY : chosen;
};

const planDigests = (people: readonly DuePerson[], entries: readonly Entry[], now: Date): Plan => {
  const personOf = new Map(people.map((person) => [person.id, person]));
  const around = momentsAt(now.getTime());
  const plan: Plan = { done: [], digests: new Map(), unpushed: new Set(), next: new Map() };
  for (const { id, userId, type, sentAt, isRead, isPushed } of entries) {
    const { settings, timeZone, isAway, isSilent } = personOf.get(userId)!;
    const frequency = frequencyOfEntry(frequencyOf(settings, type), { isPushed, isSilent });
    const isDropped = isAway || frequency === 'never' || sentAt === null || isRead;
    if (!isDropped && frequency !== 'immediately') {
      const { last, next } = around(timeZone, frequency);
      if (last <= sentAt.getTime()) {
        plan.next.set(userId, Math.min(next, plan.next.get(userId) ?? Infinity));
        continue;
      }
    }
    plan.done.push(id);
    if (isDropped) continue;
    if (!isPushed) plan.unpushed.add(userId);
    plan.digests.set(userId, [...(plan.digests.get(userId) ?? []), id]);
  }
  return plan;
};

const write = async (
  db: Db,
  services: Services,
  people: readonly DuePerson[],
  { done, digests, unpushed, next }: Plan,
  now: Date,
): Promise<void> => {
  await sql`delete from digest_entries where notification_id = any(${sql.val(done)}::uuid[])`.execute(db);
  const made = people.flatMap(({ id: userId, isReached: hasDevice, isMailable, settings }) => {
    const isReached = hasDevice && unpushed.has(userId);
    const isMailed = isMailable && settings.isMailed !== false;
    const notificationIds = digests.get(userId);
    if (!notificationIds || !(isReached || isMailed)) return [];
    return [{ id: newId(now.getTime()), userId, notificationIds, isReached, isMailed }];
  });
  await sql`insert into digests (id, user_id, notification_ids, made_at)
    select d.id, d."userId", d."notificationIds", ${now}
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as d(id uuid, "userId" uuid, "notificationIds" uuid[])`.execute(
    db,
  );
  const jobsFor = (chosen: typeof made) =>
    Array.from({ length: Math.ceil(chosen.length / IN_ONE_JOB) }, (_, n) => ({
      digestIds: chosen.slice(n * IN_ONE_JOB, (n + 1) * IN_ONE_JOB).map(({ id }) => id),
    }));
  await services.jobs.sendAll(db, 'digest.push', jobsFor(made.filter(({ isReached }) => isReached)));
  await services.jobs.sendAll(db, 'digest.mail', jobsFor(made.filter(({ isMailed }) => isMailed)));
  const idle = people.filter(({ id }) => !next.has(id)).map(({ id }) => id);
  await sql`delete from digest_due where user_id = any(${sql.val(idle)}::uuid[])`.execute(db);
  await sql`update digest_due d set due_at = n.at
    from unnest(${sql.val([...next.keys()])}::uuid[], ${sql.val([...next.values()].map((ms) => new Date(ms)))}::timestamptz[]) as n(id, at)
    where d.user_id = n.id`.execute(db);
};

/** A notification in a digest. */
export interface DigestItem {
  title: string;
  text: string;
  /** A client path. */
  link: string | null;
  recipientType: string;
}

interface ReadDigest {
  userId: string;
  items: DigestItem[];
  settings: SavedSettings;
}
/** What of a digest is still unread, newest first. */
const ITEMS = sql`(select json_agg(json_build_object('title', n.title, 'text', n.text, 'link', n.link, 'recipientType', n.recipient_type)
    order by n.sent_at desc, n.id desc)
  from notifications n where n.id = any(d.notification_ids) and n.user_id = d.user_id and not n.is_read)`;

/**
 * Of a person with one role's notifications in the digest the badge counts those, as for one push; else those of their last role.
 *
 * @returns Undefined if nothing is left to tell, or if the person switched notifications off meanwhile.
 */
export const readDigestPush = async (
  db: Db,
  digestId: string,
): Promise<(ReadDigest & { unread: number; devices: PushTask['devices'] }) | undefined> => {
  const { rows } = await sql<
    ReadDigest & { counts: Partial<Record<string, number>>; lastType: string; devices: PushTask['devices'] }
  >`select d.user_id as "userId", u.notification_settings as settings, coalesce(${ITEMS}, '[]') as items,
      case u.last_role when 'learner' then 'learner' else 'educator' end as "lastType",
      coalesce((select json_object_agg(c.recipient_type, c.count) from (select n.recipient_type, count(*)::int as count
        from notifications n where n.user_id = u.id and not n.is_read group by 1) c), '{}') as counts,
      coalesce((select json_agg(json_build_object('id', v.id, 'registrationId', v.registration_id))
        from devices v where v.user_id = u.id), '[]') as devices
    from digests d join users u on u.id = d.user_id where d.id = ${digestId} and u.deleted_at is null and not u.is_suspended`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.items.length === 0 || row.settings.isEnabled === false) return undefined;
  const types = new Set(row.items.map(({ recipientType }) => recipientType));
  const counted = types.size === 1 ? row.items[0]!.recipientType : row.lastType;
  return { ...row, unread: row.counts[counted] ?? 0 };
};

/** @returns Undefined if nothing is left to mail: all was read, the mail was sent, or the person wants or has none. */
export const readDigestMail = async (
  db: Db,
  digestId: string,
): Promise<(ReadDigest & { email: string }) | undefined> => {
  const { rows } = await sql<ReadDigest & { email: string }>`
    select d.user_id as "userId", u.notification_settings as settings, coalesce(${ITEMS}, '[]') as items, u.email
    from digests d join users u on u.id = d.user_id
    where d.id = ${digestId} and d.mailed_at is null and u.email_verified_at is not null
      and u.email_unreachable_since is null and u.deleted_at is null and not u.is_suspended`.execute(db);
  const [row] = rows;
  if (!row || row.items.length === 0) return undefined;
  const { isEnabled = true, isMailed = true } = row.settings;
  return isEnabled && isMailed ? row : undefined;
};

export const noteMailed = async (db: Db, digestId: string, at: Date): Promise<void> => {
  await db.updateTable('digests').set({ mailed_at: at }).where('id', '=', digestId).execute();
};
