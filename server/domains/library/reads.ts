import { sql, type RawBuilder } from 'kysely';
import { PAGE_SIZE } from '#contract/limits.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { Handler, StatementHandler } from '#server/calls/context.ts';

/** `like` pattern of a text that occurs anywhere. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const offsetOf = (page: number): number => (page - 1) * PAGE_SIZE;

export const readStorage: Handler<'library.storage'> = ({ db, scope }) =>
  answerJson(
    db,
    sql`select json_build_object('storageUsed', coalesce(a.used, 0), 'storageSize', coalesce(a.size, 4000000000),
        'storageReserved', coalesce(a.reserved, 0))
      from (select 1) one left join storage_accounts a on a.scope = ${scope}`,
  );

const KEPT = ' and archived_until is null';
const STATES = {
  all: KEPT,
  in_library: `${KEPT} and publication_id is null`,
  on_channel: ' and is_published',
  removed: `${KEPT} and publication_id is not null and not is_published`,
  archived: ' and archived_until is not null',
};
const NEWEST = 'created_at desc, content_id desc';
const ORDERS = {
  newest: NEWEST,
  oldest: 'created_at, content_id desc',
  added_to_channel: `is_published desc, ${NEWEST}`,
  not_added_to_channel: `is_published, ${NEWEST}`,
  a_z: `lower(filename), ${NEWEST}`,
  z_a: `lower(filename) desc, ${NEWEST}`,
};
/** A filter that is not used is not in the text: each shape is a statement of its own, and PostgreSQL keeps a plan for it. */
export const listContents: StatementHandler<'library.contents'> = {
  because: 'bench: library list',
  statement: ({ search, type = 'all', filter = 'all', sort = 'newest', page, folder_id }) => {
    const values: unknown[] = [];
    const value = (of: unknown): string => `$${values.push(of) + 2}`;
    const where = `where scope = $2${type === 'all' ? '' : ` and type = ${value(type)}`}${STATES[filter]}${
      search ? ` and filename ilike ${value(anywhere(search))}` : ''
    }${folder_id ? ` and folder_id = ${value(folder_id)}::uuid` : ''}`;
    // Without the view's joins an index counts.
    const counted = STATES[filter].includes('is_published') ? 'own_contents' : 'contents';
    const rows = `select row from own_contents ${where} order by ${ORDERS[sort]} limit ${PAGE_SIZE}${page > 1 ? ` offset ${value(offsetOf(page))}::int` : ''}`;
    return {
      text: `select json_build_object('count', (select count(*) from ${counted} ${where}), 'results', coalesce((select json_agg(row) from (${rows}) page), '[]'))`,
      values,
    };
  },
};

/**
 * @param from The rows to count.
 * @param rows Selects the column `row` of those on the page.
 */
const answerList = (db: Parameters<typeof answerJson>[0], from: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  answerJson(
    db,
    sql`select json_build_object('count', (select count(*) ${from}), 'results', coalesce((select json_agg(row) from (${rows}) page), '[]'))`,
  );

export const listChannelContents: Handler<'library.channelContents'> = (
  { db, scope },
  { type = 'all', filter = 'all', page },
) => {
  const from = sql`from own_contents where scope = ${scope} and not is_published ${type === 'all' ? sql`` : sql`and type = ${type}`}${sql.raw(STATES[filter])}`;
  return answerList(
    db,
    from,
    sql`select row ${from} order by created_at desc, content_id desc limit ${PAGE_SIZE} offset ${offsetOf(page)}`,
  );
};

export const readContent: Handler<'library.readContent'> = ({ db, scope }, { id }) =>
  answerJson(db, sql`select row from own_contents where content_id = ${id} and scope = ${scope}`);

const FAILED = 'Failed upload to Mainstreaming. Please, try again';
export const activeStatus: Handler<'library.activeStatus'> = ({ db, scope }, { id }) =>
  answerJson(
    db,
    sql`select json_build_object('status', case when active then 'active'
      when encoding_status < 0 or review_status = 'rejected' then ${FAILED}::text else 'pending' end)
      from contents where id = ${id} and scope = ${scope}`,
  );

export const reviewStatus: Handler<'library.reviewStatus'> = ({ db, scope }, { id }) =>
  answerJson(
    db,
    sql`select json_strip_nulls(json_build_object('status', case when review_status = 'waiting' then 'reviewing' else review_status end,
      'reason', review_reason)) from contents where id = ${id} and scope = ${scope}`,
  );

const FOLDERS = sql`select (f.row::jsonb || (select jsonb_build_object(
    'videoCount', count(*) filter (where c.type = 'video'), 'audioCount', count(*) filter (where c.type = 'audio'),
    'textCount', count(*) filter (where c.type = 'text'), 'totalContentSize', coalesce(sum(c.origin_file_size), 0))
  from contents c where c.folder_id = f.folder_id and c.archived_until is null))::json as row from own_folders f`;

export const listFolders: Handler<'library.folders'> = ({ db, scope }, { page }) =>
  answerList(
    db,
    sql`from own_folders where scope = ${scope}`,
    sql`${FOLDERS} where f.scope = ${scope} order by f.created_at desc, f.id limit ${PAGE_SIZE} offset ${offsetOf(page)}`,
  );

export const readFolder: Handler<'library.readFolder'> = ({ db, scope }, { folderId }) =>
  answerJson(db, sql`${FOLDERS} where f.scope = ${scope} and f.folder_id = ${folderId}`);

export const listTagProfiles: Handler<'library.tagProfiles'> = ({ db, scope }) => {
  const from = sql`from own_tag_profiles where scope = ${scope}`;
  return answerList(db, from, sql`select row ${from} order by position, created_at desc`);
};
