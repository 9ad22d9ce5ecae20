-- Captions and chapters of contents (decision 0047). They go with their content.
create table captions (
  content_id uuid not null references contents on delete cascade,
  -- BCP 47.
  language text not null,
  scope text not null,
  cues jsonb not null,
  -- What is searched: all texts without accents, in lower case.
  words text not null,
  -- Size of the cues as JSON.
  bytes int not null,
  -- The cues before the last save.
  former jsonb,
  version int not null default 1,
  saved_at timestamptz not null default now(),
  primary key (content_id, language)
);
create index on captions (scope);

create table chapters (
  content_id uuid primary key references contents on delete cascade,
  scope text not null,
  chapters jsonb not null,
  saved_at timestamptz not null default now()
);
