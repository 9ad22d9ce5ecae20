-- Archives of all data of a person, asked for by them (issue 12; decision 0066). Rows are kept for the history of the page
-- and for the limit per day; the file goes after some days.
create table data_exports (
  id uuid primary key,
  scope text not null,
  user_id uuid not null references users on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed', 'expired')),
  reason text check (reason in ('no_room', 'error')),
  object_key text,
  size_bytes bigint,
  -- Uploaded files that are not in it because it would have become too large.
  left_out int not null default 0,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((state = 'ready') = (object_key is not null)),
  check ((state = 'failed') = (reason is not null))
);
create unique index data_exports_one_at_a_time on data_exports (user_id) where state = 'making';
create index on data_exports (user_id, asked_at desc);
create index on data_exports (expires_at) where state = 'ready';

-- What a person watched is counted, exported and erased by person.
create index on views (user_id);
