-- What the encoding of a content costs and when it was begun: the queue shares encoding by it. A row outlives its
-- content, so that deleting and uploading again does not renew a day's minutes.
create table encodings (
  content_id uuid primary key,
  scope text not null,
  -- Length of the media, seconds.
  seconds double precision not null,
  -- Seconds of 1080p30.
  work double precision not null,
  -- When it was first begun; null while it waits.
  begun_at timestamptz,
  created_at timestamptz not null default now()
);
create index encodings_by_scope on encodings (scope, begun_at);
