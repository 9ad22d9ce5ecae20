-- Pictures that a scope may use: those it uploaded, and those made from its contents.
create view own_pictures as
select scope, picture as address from files
union all select scope, thumbnail from contents where thumbnail is not null
union all select scope, waveform from contents where waveform is not null;

-- Addresses of pictures that are in use by a row.
create view shown_pictures as
select thumbnail as address from contents where thumbnail is not null
union all select waveform from contents where waveform is not null
union all select cover_image from publications where cover_image is not null
union all select origin_cover_image from publications where origin_cover_image is not null
union all select cover_image from playlists where cover_image is not null
union all select logo_image from channels where logo_image is not null
union all select cover_image from channels where cover_image is not null
union all select origin_logo_image from channels where origin_logo_image is not null
union all select origin_cover_image from channels where origin_cover_image is not null
union all select user_photo from users where user_photo is not null
union all select origin_photo from profiles where origin_photo is not null
union all select banner_image from profiles where banner_image is not null
union all select origin_banner_image from profiles where origin_banner_image is not null
union all select logo_image from profiles where logo_image is not null
union all select screenshot from support_requests where screenshot is not null
union all select image from notifications where image is not null
-- What was reported is decided by what was seen then.
union all select seen->>'cover' from reports where decided_at is null and seen->>'cover' is not null
union all select seen->>'photo' from reports where decided_at is null and seen->>'photo' is not null;
