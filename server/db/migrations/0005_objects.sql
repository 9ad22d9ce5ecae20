-- Whether any row still names an object: pictures by their address, originals and folders of renditions by their key.
create function object_is_named(key text) returns boolean language sql stable as $$
  select exists (select 1 from contents c where key in (c.object_key, c.media_key) or '/' || key in (c.thumbnail, c.waveform))
    or (key like 'pictures/%' and (
      exists (select 1 from files f where f.picture = '/' || key)
      or exists (select 1 from publications p where '/' || key in (p.cover_image, p.origin_cover_image))
      or exists (select 1 from playlists l where l.cover_image = '/' || key)
      or exists (select 1 from channels c where '/' || key in (c.logo_image, c.cover_image))
      or exists (select 1 from users u where u.user_photo = '/' || key)
      or exists (select 1 from notifications n where n.image = '/' || key)))
$$;

-- A deleted content ends its upload: what still arrives of it is refused.
create function end_upload() returns trigger language plpgsql as $$
begin
  update uploads set state = 'cancelled', updated_at = now() where id = old.id and state <> 'cancelled';
  delete from upload_units where upload_id = old.id;
  return null;
end $$;
create trigger end_upload after delete on contents for each row execute function end_upload();

-- Pictures that a scope may show again: those it sent, and those made of its contents.
create view own_pictures as
select scope, picture as address from files
union all select scope, thumbnail from contents where thumbnail is not null
union all select scope, waveform from contents where waveform is not null;
