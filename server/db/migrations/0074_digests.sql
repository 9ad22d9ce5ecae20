-- Notifications that wait for the next digest of their recipient (decision 0119). Server-only: no version is raised. An entry
-- does not refer to its notification by a key: who deletes notifications would wait for who makes digests, and the other way
-- round. That of a deleted one is dropped when its time comes.
create table digest_entries (
  notification_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The preference that decides about it.
  type text not null
);
create index on digest_entries (user_id);

-- People with waiting entries, and when to look at them: never later than the next digest, at once after a change.
create table digest_due (
  user_id uuid primary key references users on delete cascade,
  due_at timestamptz not null
);
create index on digest_due (due_at);

-- Digests that were made: what their push and their mail tell. Kept for some days, so that a job that runs again sends no
-- second mail.
create table digests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  notification_ids uuid[] not null,
  made_at timestamptz not null,
  mailed_at timestamptz
);
create index on digests (user_id);
create index on digests (made_at);
