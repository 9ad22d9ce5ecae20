-- The part of a video that an edit keeps, while that edit waits or runs. A copy is a content of its own that is prepared
-- from the bytes it was copied from; it has no cut_id. A replacement has one: it names the objects and the price of the
-- edit, while the content keeps its own objects until the edit is done (decision 0039).
alter table contents
  add column cut_id uuid,
  add column cut_from_ms int,
  add column cut_to_ms int,
  -- The progress of a replacement in the words of encoding_status; below 0 after it failed, null if there is none.
  add column cut_status int,
  add column cut_progress int not null default 0,
  add column cut_reason text,
  add check ((cut_from_ms is null) = (cut_to_ms is null)),
  add check (cut_from_ms < cut_to_ms);
create index on contents (created_at) where cut_status between 0 and 3;
-- A replaced video has a new folder, and its address names the folder instead of the content.
create index on contents (media_key);
