-- Versions of scopes, tombstones, and times in wire format (docs/decisions/0002).

-- Stable like to_char, although the same time gives the same text: only then is the expression put in place of the call.
create or replace function iso(t timestamptz) returns text language sql stable parallel safe
  return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create or replace function raise_scope(changed text) returns bigint language plpgsql as $$
declare v bigint;
begin
  select version into v from scope_versions where scope = changed and raised_by = pg_current_xact_id();
  if found then return v; end if;
  insert into scope_versions (scope, version, raised_by) values (changed, 1, pg_current_xact_id())
    on conflict (scope) do update set version = scope_versions.version + 1, raised_by = pg_current_xact_id()
    returning version into v;
  return v;
end $$;

create or replace function stamp_version() returns trigger language plpgsql as $$
begin
  new.version := raise_scope(new.scope);
  return new;
end $$;

-- The trigger's argument is the table's name in the contract; the second one, if any, the column that is the wire id.
create or replace function leave_tombstone() returns trigger language plpgsql as $$
declare gone text := to_jsonb(old) ->> coalesce(tg_argv[1], 'id');
begin
  insert into tombstones (scope, version, table_name, id) values (old.scope, raise_scope(old.scope), tg_argv[0], gone)
    on conflict (scope, table_name, id) do update set version = excluded.version, deleted_at = now();
  return null;
end $$;

-- A row that is inserted again must have no tombstone.
create or replace function lift_tombstone() returns trigger language plpgsql as $$
begin
  delete from tombstones where scope = new.scope and table_name = tg_argv[0] and id = to_jsonb(new) ->> coalesce(tg_argv[1], 'id');
  return null;
end $$;

create or replace procedure track_versions(tracked regclass, wire_name text, id_column text default 'id') language plpgsql as $$
begin
  execute format('create trigger stamp_version before insert or update on %s for each row execute function stamp_version()', tracked);
  execute format('create trigger leave_tombstone after delete on %s for each row execute function leave_tombstone(%L, %L)', tracked, wire_name, id_column);
  execute format('create trigger lift_tombstone after insert on %s for each row execute function lift_tombstone(%L, %L)', tracked, wire_name, id_column);
  execute format('create index on %s (scope, version)', tracked);
end $$;
