import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { ParsedInputOf } from '#contract/call.ts';
import type { readBlocks as readBlocksCall, reportClientError } from '#contract/pages.ts';
import { PUBLIC_SITE, SUPPORT_ADDRESS } from '#contract/text/pages-names.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type CallContext } from '#server/calls/context.ts';
import { createLocalLimiter } from '#server/calls/rate-limit.ts';

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const readPageText = async ({ db, services }: CallContext, { name }: { name: string }) => {
  if (name === SUPPORT_ADDRESS) return { name, text: services.config.supportEmail };
  if (name === PUBLIC_SITE) return { name, text: services.config.publicSiteUrl };
  return found(await db.selectFrom('page_texts').select(['name', 'text']).where('name', '=', name).executeTakeFirst());
};

const readPage = async ({ db }: CallContext, { pageName }: { pageName: string }) => {
  const page = found(await db.selectFrom('pages').selectAll().where('name', '=', pageName).executeTakeFirst());
  return {
    name: page.name,
    title: page.title,
    html: page.html,
    version: page.version,
    updatedAt: page.updated_at.toISOString(),
  };
};

/** Blocks of a help page in order; a search keeps those whose name or answer has the text. */
const readBlocks = async ({ db }: CallContext, { pageName, search = '' }: ParsedInputOf<typeof readBlocksCall>) => {
  const texts = await db
    .selectFrom('page_texts')
    .select(['name', 'text'])
    .where('name', 'in', [`${pageName}.headline`, `${pageName}.lead`])
    .execute();
  const textOf = (part: string) => texts.find(({ name }) => name === `${pageName}.${part}`)?.text;
  const headline = found(textOf('headline'));
  const wanted = search.toLowerCase();
  const blocks = await db
    .selectFrom('page_blocks')
    .selectAll()
    .where('page_name', '=', pageName)
    .where(sql<boolean>`strpos(lower(name || ' ' || coalesce(answer, '')), ${wanted}) > 0`)
    .orderBy('position')
    .execute();
  const items = blocks.map((block) => ({
    id: block.id,
    itemType: block.item_type,
    name: block.name,
    answer: block.answer,
    parent: block.parent_id ? { id: block.parent_id } : null,
    media: block.media,
  }));
  return { headline, leadText: textOf('lead') ?? '', items };
};

const readFlag = async ({ db }: CallContext, { name }: { name: string }) => {
  const flag = found(await db.selectFrom('feature_flags').selectAll().where('name', '=', name).executeTakeFirst());
  return { name: flag.name, isVisible: flag.is_visible, isEnabled: flag.is_enabled };
};

const VIEWS_PREFIX = 'views_calculation.';
const readVariable =
  (prefix: string) =>
  ({ db }: CallContext, { name }: { name: string }) =>
    answerJson(
      db,
      sql`select json_build_object('value', value, 'unit', unit) from variables where name = ${prefix + name}`,
    );

/** Error reports of one address and process: a client that fails in a loop has reported the error with the first. */
const reports = createLocalLimiter({ capacity: 30, perSeconds: 3_600 });
const MAIL_ADDRESS = /[^\s@/:]+@[^\s@/]+\.[a-z]{2,}/gi;

const logClientError = async ({ services, request }: CallContext, input: ParsedInputOf<typeof reportClientError>) => {
  if (!reports.take(request.client.network, services.now().getTime()))
    throw new Problem('request.too_often', { retryAfterS: 120 });
  const withoutPeople = (text: string) => text.replace(MAIL_ADDRESS, '[mail]').replace(/\?[^\s)]*/g, '');
  const { message, stack = '', version, path } = input;
  services.log.warn(
    { client: { message: withoutPeople(message), stack: withoutPeople(stack), version, path: withoutPeople(path) } },
    'error in a client',
  );
  return undefined;
};

/** Versions of pages by name, to record what a person accepted. */
export const pageVersions = async (db: Db, names: readonly string[]): Promise<Record<string, number>> => {
  const rows = await db
    .selectFrom('pages')
    .select(['name', 'version'])
    .where('name', 'in', [...names])
    .execute();
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
};

/** How long a content must be watched until it counts as a view. Source: D-204, D-320. */
export const readViewRule = async (
  db: Db,
): Promise<{ fixedSeconds: number; percentage: number; maximumSeconds: number }> => {
  const rows = await db
    .selectFrom('variables')
    .select(['name', 'value'])
    .where('name', 'like', `${VIEWS_PREFIX}%`)
    .execute();
  const value = (name: string, otherwise: number) =>
    rows.find((row) => row.name === VIEWS_PREFIX + name)?.value ?? otherwise;
  return {
    fixedSeconds: value('fixed_seconds', 30),
    percentage: value('percentage', 20),
    maximumSeconds: value('maximum_seconds', 180),
  };
};

const BYTES: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };
const DEFAULT_MAX_SIZE = { value: 500, unit: 'MB' };

/** Largest file of a kind, with the figures that people read in its problem. Source: D-319. */
export const readMaxSize = async (
  db: Db,
  name: 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE' | 'MAX_TEXT_CONTENT_SIZE',
): Promise<{ bytes: number; value: number; unit: string }> => {
  const row = await db.selectFrom('variables').select(['value', 'unit']).where('name', '=', name).executeTakeFirst();
  const { value, unit } = row ?? DEFAULT_MAX_SIZE;
  return { bytes: value * (BYTES[unit.toUpperCase()] ?? 1e6), value, unit };
};

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600 };
const DEFAULT_MAX_LENGTH = { value: 3, unit: 'hours' };

/** Longest video or sound, seconds. Source: decision 0035. */
export const readMaxLength = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('variables')
    .select(['value', 'unit'])
    .where('name', '=', 'MAX_VIDEO_AND_AUDIO_LENGTH')
    .executeTakeFirst();
  const { value, unit } = row ?? DEFAULT_MAX_LENGTH;
  return value * (SECONDS[unit.toLowerCase()] ?? 3600);
};

export const pagesHandlers: AreaHandlers<'pages'> = {
  'pages.text': readPageText,
  'pages.page': readPage,
  'pages.blocks': readBlocks,
  'pages.flag': readFlag,
  'pages.variable': readVariable(''),
  'pages.viewsVariable': readVariable(VIEWS_PREFIX),
  'pages.version': async () => ({ versionNumber: VERSION }),
  'pages.clientError': logClientError,
};
