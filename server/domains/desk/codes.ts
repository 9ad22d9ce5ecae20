import { sql, type RawBuilder } from 'kysely';
import type { CodeOfDesk, WorthUnit } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { formatMoney } from '#contract/text/common-money.ts';
import { deskCodesText as text } from '#contract/text/desk-codes.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { likeWords } from '#server/db/like-words.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { normalizeCode, statusSql } from '../discounts/index.ts';
import { makeCode } from '../invites/index.ts';
import { percentOf } from '../ledger/index.ts';
import { MONTHLY_PRICE_CENTS } from '../subscriptions/index.ts';
import { CREATORS_SHARE } from '../wallet/index.ts';

/** Most that a discount is worth: the whole price. Source: D-191, D-357. */
const MOST_DISCOUNT = { currency: MONTHLY_PRICE_CENTS, percent: 100 } as const;
/** Most that a fee is worth: the platform's share, from which it is paid. Source: D-348, D-350. */
const MOST_FEE = {
  currency: MONTHLY_PRICE_CENTS - percentOf(MONTHLY_PRICE_CENTS, CREATORS_SHARE),
  percent: 100 - CREATORS_SHARE / 100,
} as const;

type Kind = CodeOfDesk['kind'];

const IS_PAUSED = sql`(c.is_held or (c.kind = 'promotional' and not c.is_active))`;
const FIRST_DAY = sql`to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD')`;
/** The day before whose end a code expires. */
const LAST_DAY = sql`to_char((c.expires_at - interval '1 microsecond') at time zone 'UTC', 'YYYY-MM-DD')`;

const CODES = sql`shareable_codes c left join users u on u.id = c.sender_id`;

const selectCodes = async (db: Db, now: Date, rest: RawBuilder<unknown>): Promise<CodeOfDesk[]> => {
  const { rows } = await sql<CodeOfDesk>`select c.id, c.code as "codeValue", c.kind,
      c.kind = 'affiliate' and not c.is_custom as "isStandard", c.program ->> 'name' as name,
      case when u.id is not null then json_build_object('name', u.first_name || ' ' || u.last_name, 'username', u.username::text,
        'state', case when u.deleted_at is not null then 'deleted' when u.is_suspended then 'suspended' else 'active' end) end as creator,
      case when u.deleted_at is not null and ${statusSql(now)} = 'active' then 'Suspended' else initcap(${statusSql(now)}) end as status, ${IS_PAUSED} as "isPaused",
      c.kind = 'affiliate' and not c.is_active and c.sender_id is not null as "isPausedByCreator",
      (select count(*)::int from code_uses o where o.code = c.code) as used,
      (select count(distinct came.user_id)::int from (select user_id from redeemed_codes r where r.code = c.code
        union all select user_id from code_uses o where o.code = c.code) came) as "usageRate",
      c.max_uses as "maximumQuantityOfCodes", c.fee_unit as "customerMarketingFeeUnit",
      c.fee_value as "customerMarketingFeeValue", c.program ->> 'discountAmountUnit' as "discountAmountUnit",
      (c.program ->> 'discountAmountValue')::int as "discountAmountValue",
      (c.program ->> 'durationInMonths')::int as "durationInMonths",
      array(select s.name from sports s where s.id = any(c.sports) order by s.name, s.id) as sports,
      ${FIRST_DAY} as "startDate", ${LAST_DAY} as "expiryDate", iso(c.created_at) as "creationDate"
    from ${CODES} where c.kind <> 'invitation' and ${rest}`.execute(db);
  return rows;
};

const readCode = async (db: Db, now: Date, id: string): Promise<CodeOfDesk> =>
  found((await selectCodes(db, now, sql`c.id = ${id}`))[0]);

const list: Handler<'desk.codes'> = async ({ db, now }, { kind, search, limit, offset }) => {
  const words = sql`lower(c.code || ' ' || coalesce(u.first_name || ' ' || u.last_name || ' ' || u.username || ' ' || u.email, ''))
    like all (${sql.val(likeWords(search))}::text[])`;
  // A code may be typed as it is read aloud: with separators.
  const typed = likeWords(normalizeCode(search))[0] ?? null;
  const isFound = sql`(${kind}::text = 'all' or c.kind = ${kind}) and (${words} or lower(c.code) like ${typed}::text)`;
  const counted = await sql<{
    count: number;
  }>`select count(*)::int as count from ${CODES} where c.kind <> 'invitation' and ${isFound}`.execute(db);
  const results = await selectCodes(
    db,
    now,
    sql`${isFound} order by c.created_at desc, c.code limit ${limit} offset ${offset}`,
  );
  return { count: counted.rows[0]!.count, results, most: { discount: MOST_DISCOUNT, fee: MOST_FEE } };
};

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + 86_400_000);

/** @throws Problem `code.expiry_past`, `code.expiry_before_start`. */
const checkExpiry = (expiryDate: string | null, startDate: string | null, now: Date): void => {
  if (expiryDate === null) return;
  if (expiryDate < dayOf(now)) throw new Problem('code.expiry_past');
  if (startDate !== null && expiryDate < startDate) throw new Problem('code.expiry_before_start');
};

const inWords = (unit: WorthUnit, value: number): string => (unit === 'percent' ? `${value} %` : formatMoney(value));

/** @throws Problem `code.discount_too_high`, `code.fee_too_high`. */
const checkWorth = (
  code: 'code.discount_too_high' | 'code.fee_too_high',
  most: Readonly<Record<WorthUnit, number>>,
  unit: WorthUnit,
  value: number,
): void => {
  if (value > most[unit]) throw new Problem(code, { most: inWords(unit, most[unit]) });
};

interface NewCode {
  kind: Kind;
  senderId: string | null;
  name: string;
  /** What the operator chose. */
  code: string | undefined;
  discount: { unit: WorthUnit; value: number };
  fee: { unit: WorthUnit; value: number } | undefined;
  months: number;
  sports: string[];
  maximum: number | null;
  startDate: string | null;
  expiryDate: string | null;
  reason: string;
}

/**
 * Keeps a new code under what the operator chose, else under one that nobody has.
 *
 * @throws Problem `code.exists` for one of any kind, deleted ones too: a code means one thing for ever.
 */
const insertCode = async (db: Db, id: string, now: Date, code: NewCode): Promise<void> => {
  const { kind, senderId, name, discount, fee, months, sports, maximum, startDate, expiryDate } = code;
  const program = {
    name,
    discountAmountUnit: discount.unit,
    discountAmountValue: discount.value,
    durationInMonths: months,
  };
  const insert = async (value: string): Promise<boolean> => {
    const added = await db
      .insertInto('shareable_codes')
      .values({
        id,
        code: value,
        kind,
        sender_id: senderId,
        recipient_type: 'learner',
        program: JSON.stringify(program),
        is_custom: kind === 'affiliate',
        fee_unit: fee?.unit ?? null,
        fee_value: fee?.value ?? null,
        sports,
        max_uses: maximum,
        created_at: now,
        starts_at: startDate === null ? null : startOf(startDate),
        expires_at: expiryDate === null ? null : endOf(expiryDate),
      })
      .onConflict((on) => on.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added !== undefined;
  };
  if (code.code !== undefined) {
    if (!(await insert(code.code))) throw new Problem('code.exists');
    return;
  }
  // Of 32^9 values a taken one is unlikely, and another is made.
  while (!(await insert(makeCode())));
};

const issue = async ({ db, session, now }: CallContext, code: NewCode): Promise<CodeOfDesk> => {
  const { startDate, expiryDate, reason } = code;
  checkWorth('code.discount_too_high', MOST_DISCOUNT, code.discount.unit, code.discount.value);
  if (startDate !== null && startDate < dayOf(now)) throw new Problem('code.start_past');
  checkExpiry(expiryDate, startDate, now);
  const id = newId(now.getTime());
  await insertCode(db, id, now, code);
  const issued = await readCode(db, now, id);
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: 'code.issued',
    subject: { kind: 'code', id },
    detail: { before: text.notIssued, after: worthOf(issued) },
    reason,
    now,
  });
  return issued;
};

/** All that was given out with a code, in words. */
const worthOf = (code: CodeOfDesk): string =>
  [
    code.creator && text.creator(code.creator.name, code.creator.username),
    text.discount(code),
    text.fee(code),
    code.kind === 'promotional' && (code.sports.length === 0 ? text.allSports : text.onlySports(code.sports)),
    code.startDate && text.starts(code.startDate),
    limitsOf(code),
  ]
    .filter(Boolean)
    .join(' · ');

const issuePromotional: Handler<'desk.issuePromotionalCode'> = async (context, input) => {
  const { db } = context;
  const sports = [...new Set(input.sports)];
  if (sports.length > 0) {
    const known = await db.selectFrom('sports').select('id').where('id', 'in', sports).execute();
    if (known.length < sports.length) throw new Problem('access.not_found');
  }
  return issue(context, {
    kind: 'promotional',
    senderId: null,
    name: text.kindOf.promotional,
    code: input.code,
    discount: { unit: input.discountAmountUnit, value: input.discountAmountValue },
    fee: undefined,
    months: input.durationInMonths,
    sports,
    maximum: input.maximumQuantityOfCodes,
    startDate: input.startDate,
    expiryDate: input.expiryDate,
    reason: input.reason,
  });
};

/** @throws Problem `code.no_creator` unless the person is an approved Creator who is neither suspended nor leaving. */
const findCreator = async (db: Db, usernameOrEmail: string): Promise<string> => {
  const creator = await db
    .selectFrom('users')
    .select('id')
    .where((is) => is.or([is('username', '=', usernameOrEmail), is('email', '=', usernameOrEmail)]))
    .where('is_educator', '=', true)
    .where('is_suspended', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!creator) throw new Problem('code.no_creator');
  return creator.id;
};

const issueAffiliate: Handler<'desk.issueAffiliateCode'> = async (context, input) => {
  const { discountAmountUnit: unit, discountAmountValue: value } = input;
  const discount = unit && value ? { unit, value } : { unit: 'percent' as const, value: 0 };
  checkWorth('code.fee_too_high', MOST_FEE, input.customerMarketingFeeUnit, input.customerMarketingFeeValue);
  if (discount.value === 0 && input.maximumQuantityOfCodes !== null) throw new Problem('code.maximum_unused');
  return issue(context, {
    kind: 'affiliate',
    senderId: await findCreator(context.db, input.creator),
    name: input.name,
    code: input.code,
    discount,
    fee: { unit: input.customerMarketingFeeUnit, value: input.customerMarketingFeeValue },
    months: input.durationInMonths,
    sports: [],
    maximum: input.maximumQuantityOfCodes,
    startDate: input.startDate,
    expiryDate: input.expiryDate,
    reason: input.reason,
  });
};

/** What operators change about a code. */
interface Limits {
  isPaused: boolean;
  maximumQuantityOfCodes: number | null;
  expiryDate: string | null;
}

const isSame = (one: Limits, two: Limits): boolean =>
  one.isPaused === two.isPaused &&
  one.maximumQuantityOfCodes === two.maximumQuantityOfCodes &&
  one.expiryDate === two.expiryDate;

const limitsOf = (limits: Limits, isDeleted = false): string => {
  const state = limits.isPaused ? text.states.paused : text.states.active;
  return text.limits({ ...limits, state: isDeleted ? text.states.deleted : state });
};

/** What a change is called: by what it does most. */
const actOf = (before: Limits, next: Limits, isDeleted: boolean): string => {
  if (isDeleted) return 'code.deleted';
  if (before.isPaused === next.isPaused) return 'code.changed';
  return next.isPaused ? 'code.paused' : 'code.activated';
};

/** @throws Problem `code.below_used`, `code.maximum_unused`, `code.expiry_past`, `code.expiry_before_start`. */
const checkLimits = (before: CodeOfDesk, next: Limits, now: Date): void => {
  const { maximumQuantityOfCodes: maximum, expiryDate } = next;
  if (maximum !== before.maximumQuantityOfCodes && maximum !== null) {
    if (before.discountAmountValue === 0) throw new Problem('code.maximum_unused');
    if (maximum < before.used) throw new Problem('code.below_used', { used: before.used });
  }
  if (expiryDate !== before.expiryDate) checkExpiry(expiryDate, before.startDate, now);
};

/**
 * Changes the limits of a code, pauses, activates or deletes it. Its row is locked, as by who begins a subscription with it, so that its
 * maximum is never below what is used. What is as asked for stays, without an act.
 */
const set =
  (kind: Kind): Handler<'desk.setAffiliateCode'> =>
  async ({ db, session, now }, { id, isDeleted, was, reason, ...next }) => {
    found(
      (await sql`select 1 from shareable_codes where id = ${id} and kind = ${kind} for update`.execute(db)).rows[0],
    );
    const before = await readCode(db, now, id);
    const wasDeleted = before.status === 'Deleted';
    if (isDeleted === wasDeleted && (isDeleted || isSame(before, next))) return before;
    if (wasDeleted || !isSame(before, was)) throw new Problem('code.changed_meanwhile');
    const kept: Limits = isDeleted ? before : next;
    checkLimits(before, kept, now);
    await db
      .updateTable('shareable_codes')
      .set({
        is_held: kept.isPaused,
        max_uses: kept.maximumQuantityOfCodes,
        ...(isDeleted && { deleted_at: now }),
        // A code of the product has nobody else who pauses it.
        ...(kind === 'promotional' && { is_active: true }),
        // An end within a day, set by a command, stays unless the day changes.
        ...(kept.expiryDate !== before.expiryDate && {
          expires_at: kept.expiryDate === null ? null : endOf(kept.expiryDate),
        }),
      })
      .where('id', '=', id)
      .execute();
    await recordOperatorAct(db, {
      actorId: session.userId,
      act: actOf(before, kept, isDeleted),
      subject: { kind: 'code', id },
      detail: { before: limitsOf(before), after: limitsOf(kept, isDeleted) },
      reason,
      now,
    });
    return readCode(db, now, id);
  };

export const codeHandlers = {
  'desk.codes': list,
  'desk.issuePromotionalCode': issuePromotional,
  'desk.issueAffiliateCode': issueAffiliate,
  'desk.setPromotionalCode': set('promotional'),
  'desk.setAffiliateCode': set('affiliate'),
} satisfies Handlers;
