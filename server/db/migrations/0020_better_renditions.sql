-- A long video can be watched once its first rendition is made; the larger ones follow in a turn of their own. better_id
-- names the objects of the whole ladder while it is missing, and is null otherwise (decision 0045).
alter table contents
  add column better_id uuid,
  add column better_progress int not null default 0,
  -- Minutes that the work under way is expected to take; null while it waits or nothing is known.
  add column minutes_left int;
create index on contents (created_at) where better_id is not null;
