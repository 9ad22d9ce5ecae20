-- Reports of comments, published contents and people in one table, each with what was seen then (decision 0122).
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('comment', 'content', 'person')),
  -- The content, or the one that a comment is about; null for a person.
  publication_id uuid references publications on delete cascade,
  -- The author of a comment, or the person; null for a content.
  person_id uuid references users on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  text text not null default '',
  -- {comment}, {title, description, cover} or {name, username, photo}.
  seen jsonb not null,
  created_at timestamptz not null default now(),
  -- When the mail to the operator was sent.
  sent_at timestamptz,
  -- All waiting reports of one subject are decided together.
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  decision text,
  decision_reason text,
  check ((publication_id is not null) = (kind <> 'person')),
  check ((person_id is not null) = (kind <> 'content')),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decision_reason is null)),
  check (decision = 'kept' or decision = case kind when 'comment' then 'hidden' when 'content' then 'removed' else 'suspended' end),
  -- One per person and subject.
  unique nulls not distinct (reporter_id, kind, publication_id, person_id)
);
insert into reports (id, kind, publication_id, person_id, reporter_id, reason, text, seen, created_at, sent_at, decided_at, decided_by, decision, decision_reason)
  select gen_random_uuid(), 'comment', publication_id, author_id, reporter_id, reason, text, jsonb_build_object('comment', comment),
    created_at, sent_at, decided_at, decided_by, decision, decision_reason from comment_reports;
drop table comment_reports;
create index on reports (publication_id, person_id);
create index on reports (person_id);
create index on reports (reporter_id, created_at);
create index on reports (created_at) where decided_at is null;
create index on reports (decided_at) where decided_at is not null;

-- A publication that an operator removed: nobody but its owner sees it, and its content goes on no channel. removed_live is whether
-- it was live then, for Restore.
alter table publications
  add column removed_at timestamptz,
  add column removal_reason text,
  add column removed_live boolean,
  add check (removed_at is null or not is_live),
  add check ((removed_at is null) = (removal_reason is null) and (removed_at is null) = (removed_live is null));
