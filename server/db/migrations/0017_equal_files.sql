-- An upload may bring a new file for a content instead of a new content. It then reserves only the bytes by which the new
-- file is larger; null: the length of the file (decision 0040).
alter table uploads
  add column replaces uuid,
  add column room bigint;
create index on uploads (replaces) where replaces is not null and state = 'uploading';

-- The new file that waits until it is prepared, while the content keeps its own: like the edit of a video, it is named by
-- cut_id and shown by cut_status. Once it is ready, one statement makes it the content's file.
alter table contents
  add column next_key text,
  add column next_filename text,
  add column next_size bigint,
  add column next_sha256 text,
  -- Bytes that are reserved for it.
  add column next_room bigint,
  add check ((next_key is null) = (next_size is null) and (next_key is null) = (next_filename is null)
    and (next_key is null) = (next_room is null)),
  -- A new file and an edit of the old one never wait together.
  add check (next_key is null or (cut_id is not null and cut_from_ms is null));
create index on contents (next_key) where next_key is not null;
-- Equal bytes of one owner are stored once.
create index on contents (scope, sha256) where sha256 is not null;
