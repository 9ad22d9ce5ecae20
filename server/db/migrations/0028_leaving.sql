-- Accounts that their owners deleted (D-90): undone within 30 days, erased after twelve months.
alter table users
  add column deleted_at timestamptz,
  -- What the deletion switched off, for the undo.
  add column deletion jsonb,
  add check ((deleted_at is null) = (deletion is null));
create index on users (deleted_at) where deleted_at is not null;

-- Ids of erased people, nothing else of them: a restored backup from before the erasure is erased again (decision 0057).
create table erased_accounts (
  user_id uuid primary key,
  erased_at timestamptz not null
);
