-- Who blocks whom (decision 0123): contact between two people ends in both directions. Synced to who blocks, never to who is blocked.
create table blocks (
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
-- The other direction.
create unique index blocks_of_blocked on blocks (blocked_id, user_id);
call track_versions('blocks', 'blocks', 'blocked_id');
