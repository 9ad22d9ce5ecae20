-- Communities are synced to devices (contract/tables.ts), so that a channel can be created offline.
alter table communities add column version bigint;
update communities set version = raise_scope(scope);
alter table communities alter column version set not null;
call track_versions('communities', 'communities');

-- The field of a science application (PUB-048).
alter table communities add column science_expertise text;

-- The whole pictures, of which logo and cover are parts.
alter table channels add column origin_logo_image text, add column origin_cover_image text;
create index on channels (community_id);
create index on channels (parent_id) where parent_id is not null;
