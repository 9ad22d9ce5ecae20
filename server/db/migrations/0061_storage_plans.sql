-- Storage plans (decision 0101). All amounts are integer cents.

-- ---------------------------------------------------------------- what is billed
-- An item is a sport or a storage plan; `subscription_id` of a plan's item is the id of its row below.
alter table invoice_items alter column sport_id drop not null;
-- Whose plan an invoice pays for. Plans have invoices of their own: a refund of one must not take from the Creators of a sport.
alter table invoices add column plan_scope text;
create index invoices_of_plan on invoices (plan_scope) where plan_scope is not null;

-- One row for each time that a plan begins: a change ends it and begins another. Without a current row the scope has Starter.
create table storage_plans (
  id uuid primary key,
  scope text not null,
  -- Who pays for it. Null once the account is erased.
  user_id uuid references users on delete set null,
  plan_index int not null check (plan_index between 1 and 3),
  period text not null check (period in ('month', 'year')),
  -- `pending`: its first payment is not decided. `unpaid`: a renewal failed, and uploads are refused. `void`: it never began.
  status text not null check (status in ('pending', 'active', 'unpaid', 'ended', 'void')),
  period_start timestamptz not null,
  paid_to timestamptz not null,
  unpaid_since timestamptz,
  -- The request that began it, so that a repeat is answered and not refused.
  request_key uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (period_start < paid_to),
  check ((status = 'unpaid') = (unpaid_since is not null))
);
create unique index storage_plans_current on storage_plans (scope) where status in ('active', 'unpaid');
create unique index storage_plans_pending on storage_plans (scope) where status = 'pending';
create unique index storage_plans_request on storage_plans (scope, request_key);
create index storage_plans_payer on storage_plans (user_id);
create index storage_plans_due on storage_plans (paid_to) where status in ('active', 'unpaid');

-- What earlier payments still pay for the first period of a plan: the unused part of the plan before it.
create table storage_credits (
  plan_id uuid not null references storage_plans,
  attempt_id uuid not null references invoice_attempts,
  amount bigint not null check (amount > 0),
  primary key (plan_id, attempt_id)
);

-- What is given back of a payment when a plan is changed or cancelled. Its id is the provider's idempotency key.
create table storage_refunds (
  id uuid primary key,
  scope text not null,
  user_id uuid references users on delete set null,
  -- All refunds of one change.
  change_id uuid not null,
  action text not null check (action in ('upgrade', 'downgrade', 'cancel')),
  -- The plan after the change.
  plan_index int not null check (plan_index between 0 and 3),
  -- The plan whose payment has to succeed first; null: it is due at once.
  plan_id uuid references storage_plans,
  attempt_id uuid not null references invoice_attempts,
  unused bigint not null check (unused > 0),
  tax bigint not null check (tax >= 0),
  fee bigint not null check (fee >= 0),
  amount bigint not null check (amount > 0 and amount <= unused + tax - fee),
  state text not null check (state in ('planned', 'due', 'succeeded', 'failed')),
  -- The provider's id of it, once it has answered.
  provider_id text,
  created_at timestamptz not null
);
create index storage_refunds_of_scope on storage_refunds (scope, created_at desc);
create index storage_refunds_due on storage_refunds (user_id) where state = 'due';

-- ---------------------------------------------------------------- room
-- A renewal failed: what is stored stays, and nothing new is taken.
alter table storage_accounts add column is_unpaid boolean not null default false;
-- Its people were told that over 80 % of it are used.
alter table storage_accounts add column is_critical_told boolean not null default false;
create index storage_accounts_critical on storage_accounts (scope) where is_critical_told or used * 10 > size * 8;
-- Archived for want of room: on no channel and not played, until it is restored or, then, deleted.
alter table contents add column archived_until timestamptz;
create index contents_archived on contents (archived_until) where archived_until is not null;

-- ---------------------------------------------------------------- the second wall around money (D-279, decision 0087)
alter table storage_plans enable row level security;
alter table storage_credits enable row level security;
alter table storage_refunds enable row level security;
create policy own_rows on storage_plans using (scope = nullif(current_setting('sideline.scope', true), ''));
create policy own_rows on storage_refunds using (scope = nullif(current_setting('sideline.scope', true), ''));
create policy own_rows on storage_credits using (exists (select 1 from storage_plans p where p.id = plan_id));
grant select on storage_plans, storage_credits, storage_refunds, storage_accounts to sideline_person;
