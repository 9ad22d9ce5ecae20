-- Whom a comment names by @username (D-168, decision 0049). They go with the comment and with either person.
create table comment_mentions (
  publication_id uuid not null,
  author_id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- As the person was named when it was written: the text keeps it.
  username text not null,
  created_at timestamptz not null default now(),
  primary key (publication_id, author_id, user_id),
  foreign key (publication_id, author_id) references ratings (publication_id, user_id) on delete cascade
);
create index on comment_mentions (author_id, created_at);
create index on comment_mentions (user_id);

-- A call changes the mentions of its own person's comments only, whatever it asks for.
alter table comment_mentions enable row level security;
create policy own_rows on comment_mentions using (author_id = nullif(current_setting('sideline.person', true), '')::uuid);
grant select, insert, delete on comment_mentions to sideline_person;
