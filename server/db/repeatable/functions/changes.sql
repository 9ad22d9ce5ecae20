-- Changes in one statement: check, change, answer and idempotency record take one round trip (server/calls/run-change.ts).
-- The functions of single changes return JSON: a row, or 'null' for an empty answer.

/*
 * Records the answer of a change under its idempotency key, after the change itself: a second delivery violates the
 * unique key, which rolls its change back, and is answered with the recorded answer.
 * Returns '<version of the scope>:<answer>'.
 */
create or replace function keep_change(kept_owner text, kept_key uuid, kept_call text, kept_hash text, changed text, answer text) returns text language plpgsql as $$
declare reached bigint;
begin
  if answer is null then raise exception using errcode = 'SL001', message = 'access.not_found'; end if;
  insert into idempotency_keys (owner, key, call, body_hash, status, answer, scope_version)
    values (kept_owner, kept_key, kept_call, kept_hash, case when answer = 'null' then 204 else 200 end, nullif(answer, 'null'),
      (select version from scope_versions where scope = changed and raised_by = pg_current_xact_id_if_assigned()))
    returning scope_version into reached;
  return coalesce(reached::text, '') || ':' || answer;
end $$;

-- The row of a folder as devices get it; also for a statement that has just written one and need not read it again.
create or replace function folder_row(id uuid, scope text, title text, created_at timestamptz) returns json language sql stable as
  $$ select json_build_object('id', id, 'scope', scope, 'title', title, 'createdAt', iso(created_at)) $$;

create or replace function create_folder(owner_scope text, folder uuid, wanted text) returns json language plpgsql as $$
declare made json;
begin
  insert into folders (id, scope, title) values (folder, owner_scope, wanted) on conflict (id) do nothing
    returning folder_row(id, scope, title, created_at) into made;
  if found then return made; end if;
  return (select row from own_folders where folder_id = folder and scope = owner_scope);
end $$;

create or replace function edit_folder(owner_scope text, folder uuid, wanted text) returns json language plpgsql as $$
begin
  update folders set title = wanted where id = folder and scope = owner_scope;
  return (select row from own_folders where folder_id = folder and scope = owner_scope);
end $$;

-- Its items move to the root: the foreign key sets their folder to none. The scope's counter is locked before its rows.
create or replace function delete_folder(owner_scope text, folder uuid) returns json language plpgsql as $$
begin
  perform raise_scope(owner_scope);
  delete from folders where id = folder and scope = owner_scope;
  return 'null';
end $$;

create or replace function read_notification(notification uuid) returns json language plpgsql as $$
begin
  update notifications set is_read = true where id = notification and not is_read;
  return (select row from notification_rows where notification_id = notification);
end $$;
