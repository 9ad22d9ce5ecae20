import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import type { Problem } from '#contract/problems.ts';
import { readTaken } from '#server/calls/violations.ts';
import { startWorld, type Actor, type World } from './fixtures.ts';
import { send } from './request.ts';

/**
 * Every kind of constraint of the database, violated by a change in one statement and by one of a handler. A trigger turns
 * the title that was sent into a row that the constraint refuses, since schemas refuse such input before.
 */
const CONSTRAINTS = `
  alter table folders add column test_owner uuid references channels,
    add column test_mark text, add column test_range text;
  alter table folders add constraint test_check check (title <> 'Check');
  create unique index test_unique on folders (test_mark);
  alter table folders add constraint test_exclusion exclude using btree (test_range with =);
  create function test_violate() returns trigger language plpgsql as $$
  begin
    if new.title = 'Not null' then new.title := null; end if;
    if new.title = 'Foreign key' then new.test_owner := '00000000-0000-7000-8000-000000000000'; end if;
    if new.title = 'Unique' then new.test_mark := 'taken'; end if;
    if new.title = 'Exclusion' then new.test_range := 'taken'; end if;
    return new;
  end $$;
  update folders set test_mark = 'taken', test_range = 'taken' where id = $id;
  create trigger test_violate before insert or update on folders for each row execute function test_violate();`;

let world: World;
let creator: Actor;
let editedId: string;
beforeAll(async () => {
  world = await startWorld();
  creator = world.actor('creator');
  editedId = newId();
  expect((await ask('library.createFolder', { id: editedId, title: 'Before' })).status).toBe(200);
  await world.server.services.database.pool.query(CONSTRAINTS.replace('$id', () => `'${world.rows(creator).folder}'`));
});
afterAll(() => world.close());

const ask = async (id: string, input: Record<string, unknown>): Promise<{ status: number; code?: string }> => {
  const { status, text } = await send(world, callById.get(id)!, { input }, creator);
  if (status < 400) return { status };
  const { errors } = JSON.parse(text) as { errors: Pick<Problem, 'code'>[] };
  return { status, code: errors[0]!.code };
};

const KINDS = {
  'Not null': { status: 400, code: 'request.invalid' },
  Check: { status: 400, code: 'request.invalid' },
  'Foreign key': { status: 404, code: 'access.not_found' },
  // Another change was faster: the device tries again.
  Unique: { status: 503, code: 'server.busy' },
  Exclusion: { status: 503, code: 'server.busy' },
};

test.each(Object.entries(KINDS))(
  'a row that a constraint refuses is no failure of the server: %s',
  async (title, refused) => {
    expect(await ask('library.createFolder', { id: newId(), title })).toEqual(refused);
    expect(await ask('library.editFolder', { folderId: editedId, title })).toEqual(refused);
  },
);

test('a title that is taken has the problem of its list', async () => {
  const taken = { status: 409, code: 'library.folder_taken' };
  expect(await ask('library.createFolder', { id: newId(), title: 'Before' })).toEqual(taken);
  expect(await ask('library.editFolder', { folderId: world.rows(creator).folder, title: 'Before' })).toEqual(taken);
});

/** Whose inserts say `on conflict do nothing`. */
const NEVER_VIOLATED = ['admin_invitations_mailed', 'search_history_text', 'shareable_codes_mailed'];

test('every unique index over what a person types has its problem', async () => {
  const { rows } = await world.server.services.database.pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and not i.indisprimary and t.relnamespace = 'public'::regnamespace
        and (pg_get_indexdef(i.indexrelid) like '%lower(%' or exists (select 1 from pg_attribute a
          where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.atttypid = 'citext'::regtype))
      order by 1`,
  );
  const problemOf = (constraint: string) =>
    readTaken(Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '23505', constraint }))?.code;
  const unmapped = rows.map(({ name }) => name).filter((name) => !problemOf(name));
  expect(unmapped).toEqual(NEVER_VIOLATED);
});
