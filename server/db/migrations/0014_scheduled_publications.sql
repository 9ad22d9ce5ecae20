-- When a publication is to go live; null: as soon as its content is ready. Emptied when it is live.
alter table publications add column publish_at timestamptz;
create index on publications (publish_at) where publish_at is not null and not is_live and not is_deleted;
