import type { Statement, StatementHandler } from '#server/calls/context.ts';
import { PAGE_SIZE } from '#contract/limits.ts';

/** The reads of the Library: each is one statement that makes the whole answer. `$2` is the scope. */

/** `like` pattern of a text that occurs anywhere. */
const anywhere = (text: string | undefined): string => (text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : '%');
const offsetOf = (page: number): number => (page - 1) * PAGE_SIZE;
const statement = (text: string, values: unknown[] = []): Statement => ({ text, values });
const list = (from: string, order: string, page: string): string =>
  `select json_build_object('count', (select count(*) ${from}), 'results', coalesce((select json_agg(row) from (select row ${from} order by ${order} ${page}) page), '[]'))`;

export const readStorage: StatementHandler<'library.storage'> = {
  statement: () =>
    statement(`select json_build_object('storageUsed', coalesce(a.used, 0), 'storageSize', coalesce(a.size, 4000000000))
    from (select 1) one left join storage_accounts a on a.scope = $2`),
};

const STATES = {
  all: '',
  in_library: ' and publication_id is null',
  on_channel: ' and is_published',
  removed: ' and publication_id is not null and not is_published',
};
const NEWEST = 'created_at desc, id desc';
const ORDERS = {
  newest: NEWEST,
  oldest: 'created_at, id desc',
  added_to_channel: `is_published desc, ${NEWEST}`,
  not_added_to_channel: `is_published, ${NEWEST}`,
  a_z: `lower(filename), ${NEWEST}`,
  z_a: `lower(filename) desc, ${NEWEST}`,
};
/** What is not asked for is not in the text: each shape is a statement of its own, and PostgreSQL keeps a plan for it. */
export const listContents: StatementHandler<'library.contents'> = {
  statement: ({ search, type = 'all', filter = 'all', sort = 'newest', page, folder_id }) => {
    const values: unknown[] = [];
    const value = (of: unknown): string => `$${values.push(of) + 2}`;
    const from = `from own_contents where scope = $2${type === 'all' ? '' : ` and type = ${value(type)}`}${STATES[filter]}${
      search ? ` and filename ilike ${value(anywhere(search))}` : ''
    }${folder_id ? ` and folder_id = ${value(folder_id)}::uuid` : ''}`;
    return statement(
      list(from, ORDERS[sort], `limit ${PAGE_SIZE}${page > 1 ? ` offset ${value(offsetOf(page))}::int` : ''}`),
      values,
    );
  },
};

export const listChannelContents: StatementHandler<'library.channelContents'> = {
  statement: ({ type = 'all', page }) =>
    statement(
      list(
        `from own_contents where scope = $2 and not is_published and ($3::text = 'all' or type = $3)`,
        'created_at desc, id desc',
        `limit ${PAGE_SIZE} offset $4`,
      ),
      [type, offsetOf(page)],
    ),
};

export const readContent: StatementHandler<'library.readContent'> = {
  statement: ({ id }) => statement('select row from own_contents where content_id = $3::uuid and scope = $2', [id]),
};

const FAILED = 'Failed upload to Mainstreaming. Please, try again';
export const activeStatus: StatementHandler<'library.activeStatus'> = {
  statement: ({ id }) =>
    statement(
      `select json_build_object('status', case when active then 'active'
    when encoding_status < 0 or review_status = 'rejected' then '${FAILED}' else 'pending' end) from contents where id = $3::uuid and scope = $2`,
      [id],
    ),
};

export const reviewStatus: StatementHandler<'library.reviewStatus'> = {
  statement: ({ id }) =>
    statement(
      `select json_strip_nulls(json_build_object('status', case when review_status = 'waiting' then 'reviewing' else review_status end,
    'reason', review_reason)) from contents where id = $3::uuid and scope = $2`,
      [id],
    ),
};

const FOLDER = `select (f.row::jsonb || (select jsonb_build_object(
    'videoCount', count(*) filter (where c.type = 'video'), 'audioCount', count(*) filter (where c.type = 'audio'),
    'textCount', count(*) filter (where c.type = 'text'), 'totalContentSize', coalesce(sum(c.origin_file_size), 0))
  from contents c where c.folder_id = f.folder_id))::json as row from own_folders f where f.scope = $2`;
export const listFolders: StatementHandler<'library.folders'> = {
  statement: ({ page }) =>
    statement(
      `select json_build_object('count', (select count(*) from own_folders where scope = $2),
    'results', coalesce((select json_agg(row) from (${FOLDER} order by f.created_at desc, f.id limit ${PAGE_SIZE} offset $3) page), '[]'))`,
      [offsetOf(page)],
    ),
};
export const readFolder: StatementHandler<'library.readFolder'> = {
  statement: ({ folderId }) => statement(`${FOLDER} and f.folder_id = $3::uuid`, [folderId]),
};

export const listTagProfiles: StatementHandler<'library.tagProfiles'> = {
  statement: () => statement(list('from own_tag_profiles where scope = $2', 'position, created_at desc', '')),
};
