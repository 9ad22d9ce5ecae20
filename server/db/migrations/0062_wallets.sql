-- Registration for payouts, and payouts (decision 0102). All amounts are integer cents.

-- ---------------------------------------------------------------- registration
-- Countries to whose banks can be paid out (D-337). The server switches off those that its payment provider does not report.
create table payout_countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  is_enabled boolean not null default true
);
insert into payout_countries (code) select unnest(string_to_array('AL AG AR AM AU AT AZ BS BH BE BJ BT BO BA BW BN BG KH CA CL CO CR CI HR CY CZ DK DO EC EG SV EE FI FR GA GM DE GH GR GT GY HK HU IS IN ID IE IL IT JM JP JO KZ KE KW LV LI LT LU MG MY MT MU MX MD MC MN MA MZ NA NL NZ NG MK NO OM PK PA PY PE PH PL PT QA RO RW SM SA SN RS SG SK SI ZA KR ES LK LC SE CH TW TZ TH TT TN TR GB US UY VN', ' '));

-- A person or organization that has chosen its country. Without a row the registration is not started.
create table wallets (
  scope text primary key,
  country text not null references payout_countries,
  -- At the payment provider.
  account_id text not null unique,
  -- All that the provider asks for is there.
  is_completed boolean not null default false,
  bank_last4 text,
  created_at timestamptz not null
);

-- ---------------------------------------------------------------- payouts
create table payouts (
  id uuid primary key,
  scope text not null,
  -- Who asked for it; null once that account is erased.
  user_id uuid references users on delete set null,
  request_key text,
  account_id text not null,
  bank_last4 text,
  -- What leaves the wallet, and what of it is kept for the provider's fee.
  amount_cents bigint not null check (amount_cents >= 1000),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < amount_cents),
  currency text not null,
  -- `booked`: the provider may not know of it yet. `failed`: the money is to be brought back. `returned`: it is in the wallet again.
  status text not null check (status in ('booked', 'sent', 'paid', 'failed', 'returned')),
  provider_id text unique,
  failure_code text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When a job looks at it next; null once nothing can change any more.
  check_at timestamptz,
  check ((status = 'returned') = (check_at is null) or status = 'paid')
);
create unique index payouts_one_at_a_time on payouts (scope) where status in ('booked', 'sent');
create unique index payouts_of_request on payouts (scope, request_key);
create index on payouts (scope, created_at desc);
create index on payouts (user_id);
create index on payouts (check_at) where check_at is not null;

-- A withdrawal, and the row that gives it back.
alter table revenue_entries add column payout_id uuid references payouts on delete cascade;
create unique index revenue_entries_of_payout on revenue_entries (payout_id, (amount_cents < 0)) where payout_id is not null;

-- ---------------------------------------------------------------- the provider of development and tests
alter table sandbox_movements alter column payment_id drop not null;
create table sandbox_accounts (
  id text primary key,
  country text not null,
  is_ready boolean not null default false,
  last4 text,
  -- What payouts to this test number do.
  behaviour text,
  created_at timestamptz not null
);
create table sandbox_links (
  id text primary key,
  account_id text not null references sandbox_accounts,
  expires_at timestamptz not null,
  -- What was registered by it: the same again is no change.
  bank_number text
);
create index on sandbox_links (account_id);
create table sandbox_payouts (
  id text primary key,
  account_id text not null references sandbox_accounts,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null,
  failure_code text,
  is_taken_back boolean not null default false,
  metadata jsonb not null,
  created_at timestamptz not null
);
create index on sandbox_payouts (account_id);

-- ---------------------------------------------------------------- a second wall (D-279, decision 0087)
alter table wallets enable row level security;
alter table payouts enable row level security;
create policy own_rows on wallets using (scope = nullif(current_setting('sideline.scope', true), ''));
create policy own_rows on payouts using (scope = nullif(current_setting('sideline.scope', true), ''));
grant select on wallets, payouts to sideline_person;
