-- When a picture was last sent or referred to: what nothing shows is kept for some days after that.
alter table files add column used_at timestamptz not null default now();

-- Addresses of pictures that a row shows.
create view shown_pictures as
select thumbnail as address from contents where thumbnail is not null
union all select waveform from contents where waveform is not null
union all select cover_image from publications where cover_image is not null
union all select origin_cover_image from publications where origin_cover_image is not null
union all select cover_image from playlists where cover_image is not null
union all select logo_image from channels where logo_image is not null
union all select cover_image from channels where cover_image is not null
union all select user_photo from users where user_photo is not null
union all select image from notifications where image is not null;

-- Whether any row still names an object: pictures by their address, originals and folders of renditions by their key.
create or replace function object_is_named(key text) returns boolean language sql stable as $$
  select exists (select 1 from contents c where key in (c.object_key, c.media_key))
    or (key like 'pictures/%' and (
      exists (select 1 from files f where f.picture = '/' || key)
      or exists (select 1 from shown_pictures s where s.address = '/' || key)))
$$;
