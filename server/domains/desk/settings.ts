import { sql } from 'kysely';
import {
  PAGE_TEXT_MAX,
  PAGE_TEXT_NAMES,
  VARIABLE_NAMES,
  VARIABLE_UNITS,
  type FlagOfDesk,
  type LastChange,
  type VariableName,
  type VariableOfDesk,
} from '#contract/desk.ts';
import { FLAG_NAMES } from '#contract/flags.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { recordOperatorAct } from '../applications/index.ts';

/** Of a unit, in that of the desk: a command on the database may have stored another one. */
const FACTORS: Readonly<Record<string, number>> = { B: 1e-6, KB: 1e-3, MB: 1, GB: 1e3, MINUTES: 1 / 60 };

/** Longest file that is prepared within the 20 hours of decision 0035, at four times its length. */
const LENGTH_MOST_HOURS = 5;
const VIEW_MOST_SECONDS = 3_600;

type Values = Record<VariableName, number>;

/**
 * All variables in the units of the desk.
 *
 * @param isLocked Locks all of them: the bounds of one follow the others.
 */
const readVariables = async (db: Db, isLocked = false): Promise<Values> => {
  const { rows } = await sql<{
    name: VariableName;
    value: number;
    unit: string;
  }>`select name, value, unit from variables
    where name in (${sql.join([...VARIABLE_NAMES])}) order by name ${isLocked ? sql`for update` : sql``}`.execute(db);
  const values = Object.fromEntries(
    rows.map(({ name, value, unit }) => [name, value * (FACTORS[unit.toUpperCase()] ?? 1)]),
  );
  return values as Values;
};

/** The least and the most that a variable can be. Source: D-16, D-204, decision 0127. */
const boundsOf = (
  name: VariableName,
  values: Values,
  { services }: Pick<CallContext, 'services'>,
): { least: number; most: number } => {
  if (VARIABLE_UNITS[name] === 'MB') return { least: 1, most: Math.floor(services.config.uploadCeilingBytes / 1e6) };
  if (name === 'MAX_VIDEO_AND_AUDIO_LENGTH') return { least: 1, most: LENGTH_MOST_HOURS };
  if (name === 'views_calculation.percentage') return { least: 1, most: 100 };
  return name === 'views_calculation.fixed_seconds'
    ? { least: 1, most: values['views_calculation.maximum_seconds'] }
    : { least: values['views_calculation.fixed_seconds'], most: VIEW_MOST_SECONDS };
};

/** The last change of each setting, by name. */
const readLast = async (db: Db): Promise<(name: string) => LastChange> => {
  const { rows } = await sql<{ name: string; by: string | null; reason: string; at: Date; before: string }>`
    select distinct on (a.subject_id) a.subject_id as name, o.first_name || ' ' || o.last_name as by, a.reason,
      a.done_at as at, a.detail ->> 'before' as before
    from operator_acts a left join users o on o.id = a.actor_id
    where a.subject_kind = 'setting' order by a.subject_id, a.done_at desc, a.id desc`.execute(db);
  const changes = new Map(rows.map(({ name, at, ...row }) => [name, { ...row, at: at.toISOString() }]));
  return (name) => changes.get(name) ?? null;
};

const readAll: Handler<'desk.settings'> = async (context) => {
  const { db } = context;
  const [values, last] = [await readVariables(db), await readLast(db)];
  const variables = VARIABLE_NAMES.map((name): VariableOfDesk => ({
    name,
    value: values[name],
    unit: VARIABLE_UNITS[name],
    ...boundsOf(name, values, context),
    last: last(name),
  }));
  const flags = await db.selectFrom('feature_flags').selectAll().where('name', 'in', FLAG_NAMES).execute();
  const texts = await db.selectFrom('page_texts').selectAll().where('name', 'in', PAGE_TEXT_NAMES).execute();
  return {
    variables,
    flags: FLAG_NAMES.map((name) => {
      const flag = flags.find((row) => row.name === name)!;
      return { name, state: stateOf(flag), last: last(name) };
    }),
    texts: PAGE_TEXT_NAMES.map((name) => ({
      name,
      text: texts.find((row) => row.name === name)!.text,
      last: last(name),
    })),
  };
};

/** What is not visible is off, whatever else is stored. */
const stateOf = (flag: { is_visible: boolean; is_enabled: boolean }): FlagOfDesk['state'] => {
  if (!flag.is_visible) return 'hidden';
  return flag.is_enabled ? 'on' : 'shown';
};

interface Change<T> {
  name: string;
  /** As it is now. */
  now: T;
  /** As the operator saw it. */
  was: T;
  next: T;
  reason: string;
  write: () => Promise<unknown>;
}

/**
 * Changes a locked setting and keeps the act with what it was before and after. What is as asked for stays, without an act.
 *
 * @throws Problem `setting.changed_meanwhile` if it is no longer as the operator saw it.
 */
const change = async <T extends string | number>(
  context: CallContext,
  { name, now: before, was, next, reason, write }: Change<T>,
): Promise<void> => {
  if (before === next) return;
  if (before !== was) throw new Problem('setting.changed_meanwhile');
  await write();
  await recordOperatorAct(context.db, {
    actorId: context.session.userId,
    act: 'setting.changed',
    subject: { kind: 'setting', id: name },
    detail: { before: String(before), after: String(next) },
    reason,
    now: context.now,
  });
};

const setVariable: Handler<'desk.setVariable'> = async (context, { name, value, was, reason }) => {
  const { db } = context;
  const values = await readVariables(db, true);
  const unit = VARIABLE_UNITS[name];
  const { least, most } = boundsOf(name, values, context);
  if (value !== values[name] && (value < least || value > most))
    throw new Problem('setting.out_of_bounds', { least, most });
  await change(context, {
    name,
    now: values[name],
    was,
    next: value,
    reason,
    write: () => db.updateTable('variables').set({ value, unit }).where('name', '=', name).execute(),
  });
  return { name, value, unit, least, most, last: (await readLast(db))(name) };
};

const setFlag: Handler<'desk.setFlag'> = async (context, { name, state, was, reason }) => {
  const { db } = context;
  const flag = found(
    await db.selectFrom('feature_flags').selectAll().where('name', '=', name).forUpdate().executeTakeFirst(),
  );
  await change(context, {
    name,
    now: stateOf(flag),
    was,
    next: state,
    reason,
    write: () =>
      db
        .updateTable('feature_flags')
        .set({ is_visible: state !== 'hidden', is_enabled: state === 'on' })
        .where('name', '=', name)
        .execute(),
  });
  return { name, state, last: (await readLast(db))(name) };
};

const setPageText: Handler<'desk.setPageText'> = async (context, { name, text, was, reason }) => {
  const { db } = context;
  const most = PAGE_TEXT_MAX[name];
  if (text.length > most) throw new Problem('setting.text_too_long', { most });
  const row = found(
    await db.selectFrom('page_texts').select('text').where('name', '=', name).forUpdate().executeTakeFirst(),
  );
  await change(context, {
    name,
    now: row.text,
    was,
    next: text,
    reason,
    write: () => db.updateTable('page_texts').set({ text }).where('name', '=', name).execute(),
  });
  return { name, text, last: (await readLast(db))(name) };
};

export const settingHandlers = {
  'desk.settings': readAll,
  'desk.setVariable': setVariable,
  'desk.setFlag': setFlag,
  'desk.setPageText': setPageText,
} satisfies Handlers;
