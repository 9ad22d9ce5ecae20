-- The Creator's one answer to the comment of a rating, and whether the Creator has hidden the comment from others.
alter table ratings
  add column answer text,
  add column answered_at timestamptz,
  add column hidden_at timestamptz,
  add check ((answer is null) = (answered_at is null));
create index on ratings (publication_id, updated_at desc) where comment is not null;

-- Reports of comments, for the operator: one per person and comment, with the comment as it was then.
create table comment_reports (
  publication_id uuid not null references publications on delete cascade,
  author_id uuid not null references users on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  text text not null default '',
  comment text not null,
  created_at timestamptz not null default now(),
  -- When the mail to the operator was sent.
  sent_at timestamptz,
  primary key (publication_id, author_id, reporter_id)
);
create index on comment_reports (reporter_id, created_at);
