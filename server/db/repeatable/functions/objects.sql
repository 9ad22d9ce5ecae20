-- Stored objects that rows refer to, and triggers of rows.

-- Whether any row still refers to an object: to pictures by address, to originals and rendition folders by key.
create or replace function object_is_named(key text) returns boolean language sql stable as $$
  select exists (select 1 from contents c where key in (c.object_key, c.media_key))
    or exists (select 1 from contents c where c.next_key = key)
    or exists (select 1 from data_exports e where e.object_key = key)
    or exists (select 1 from application_documents d where d.object_key = key)
    or (key like 'pictures/%' and (
      exists (select 1 from files f where f.picture = '/' || key)
      or exists (select 1 from shown_pictures s where s.address = '/' || key)))
$$;

-- Deleting a content ends its upload: further chunks are refused.
create or replace function end_upload() returns trigger language plpgsql as $$
begin
  update uploads set state = 'cancelled', updated_at = now() where id = old.id and state <> 'cancelled';
  delete from upload_units where upload_id = old.id;
  return null;
end $$;

-- The person's own account shows in their row (contract/rows.ts, Me), so a change of it is a change of that row.
create or replace function show_storage() returns trigger language plpgsql as $$
begin
  update users set storage_used = new.used, storage_size = new.size
    where scope = new.scope and (storage_used, storage_size) is distinct from (new.used, new.size);
  return null;
end $$;

create or replace function keep_sport() returns trigger language plpgsql as $$
begin
  new.sport_id := (select sport_id from channels where id = new.channel_id);
  return new;
end $$;
