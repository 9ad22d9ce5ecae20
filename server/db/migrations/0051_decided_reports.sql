-- What an operator decided about a report: all reports of one comment are decided together.
alter table comment_reports
  add column decided_at timestamptz,
  add column decided_by uuid references users on delete set null,
  add column decision text check (decision in ('hidden', 'kept')),
  add column decision_reason text,
  add check ((decision is null) = (decided_at is null)),
  add check ((decision is null) = (decision_reason is null));
create index on comment_reports (created_at) where decided_at is null;
create index on comment_reports (decided_at) where decided_at is not null;
