-- Payment methods, what the provider tells us, and the provider of development and tests (decision 0081).

-- The person's customer at the provider. Its row is locked by whatever changes the person's cards.
create table payment_customers (
  user_id uuid primary key references users on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default now()
);

-- Setups that a person has begun; `replaces` is the card that the new one takes the place of (D-188).
create table payment_setups (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  replaces text,
  created_at timestamptz not null default now()
);
create index on payment_setups (user_id);

-- Our copy of what the provider tells of a card. The number and the security code never come here.
create table payment_methods (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  -- Equal for the same card number; null if the provider gives none.
  fingerprint text,
  -- Null, or line1, line2, city, state, postalCode, country.
  address jsonb,
  is_default boolean not null default false,
  -- Why the last payment with it failed; null if it did not.
  error_code text,
  -- The card that took its place.
  replaced_by text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (not (is_default and deleted_at is not null))
);
create index on payment_methods (user_id, created_at desc) where deleted_at is null;
create unique index payment_methods_one_default on payment_methods (user_id) where is_default;
create unique index payment_methods_one_of_number on payment_methods (user_id, fingerprint) where deleted_at is null;

-- What the provider has told: the id and which object changed. The object itself is read again when it is handled.
create table payment_events (
  id text primary key,
  type text not null,
  object_id text not null,
  object_kind text not null,
  payment_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  -- `webhook`, or `reconcile` for one that never came.
  source text not null check (source in ('webhook', 'reconcile')),
  handled_at timestamptz,
  outcome text check (outcome in ('applied', 'ignored')),
  check ((handled_at is null) = (outcome is null))
);
create index on payment_events (received_at) where handled_at is null;

-- How far the nightly comparison with the provider has come: `events` and `movements`.
create table payment_cursors (
  name text primary key,
  cursor text not null,
  updated_at timestamptz not null
);
-- Its results. `mismatches` names each movement of the provider that our books do not have.
create table payment_reconciliations (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  events int not null,
  missed_events int not null,
  movements int not null,
  mismatches jsonb not null default '[]'
);
create index on payment_reconciliations (finished_at desc);

-- The provider of development and tests. Its rows are what Stripe would keep; ids and states are named as there.
create table sandbox_customers (
  id text primary key,
  created_at timestamptz not null
);
create table sandbox_cards (
  id text primary key,
  -- Null once it is detached.
  customer_id text references sandbox_customers,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  fingerprint text not null,
  -- What this test number does. The number itself is not kept.
  behaviour text not null,
  address jsonb,
  created_at timestamptz not null
);
create index on sandbox_cards (customer_id);
create table sandbox_setups (
  id text primary key,
  client_secret text not null unique,
  customer_id text not null references sandbox_customers,
  status text not null,
  card_id text references sandbox_cards,
  created_at timestamptz not null
);
create table sandbox_payments (
  id text primary key,
  client_secret text not null unique,
  customer_id text not null references sandbox_customers,
  card_id text references sandbox_cards,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  metadata jsonb not null,
  status text not null,
  failure_code text,
  failure_message text,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null
);
create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments,
  amount bigint not null check (amount > 0),
  status text not null,
  metadata jsonb not null,
  created_at timestamptz not null
);
create index on sandbox_refunds (payment_id);
create table sandbox_disputes (
  id text primary key,
  payment_id text not null references sandbox_payments,
  -- May be larger than the payment.
  amount bigint not null check (amount > 0),
  status text not null,
  created_at timestamptz not null
);
create index on sandbox_disputes (payment_id);
create table sandbox_movements (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  amount bigint not null,
  fee bigint not null,
  currency text not null,
  source_id text not null,
  payment_id text not null references sandbox_payments,
  created_at timestamptz not null
);
create index on sandbox_movements (source_id);
create table sandbox_events (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  object_id text not null,
  object_kind text not null,
  payment_id text,
  created_at timestamptz not null
);
create table sandbox_keys (
  key text primary key,
  params_hash text not null,
  answer text not null,
  created_at timestamptz not null
);
