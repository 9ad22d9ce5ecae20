-- The books (decision 0079) and what is billed (decision 0080). All amounts are integer minor units of a currency.
-- No row here is deleted with an account: the law wants invoices and books kept. The person's id is taken out of them.

create table ledger_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receivable', 'provider', 'provider_fees', 'revenue', 'tax', 'disputes', 'written_off')),
  -- Of a receivable: the person who owes it. Null once the account is erased.
  user_id uuid references users on delete set null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Debits less credits; kept by the trigger of the lines. `ledger_differences` compares it with the lines.
  balance bigint not null default 0
);
create unique index ledger_accounts_of_person on ledger_accounts (user_id, kind, currency) where user_id is not null;
create unique index ledger_accounts_of_ours on ledger_accounts (kind, currency) where user_id is null and kind <> 'receivable';

create table ledger_entries (
  id uuid primary key,
  -- What happened, such as `movement:txn_1`: it is booked once.
  idempotency_key text not null unique,
  -- Hash of the entry, so that a key cannot carry two.
  body_hash text not null,
  cause text not null check (cause in ('call', 'webhook', 'job')),
  reason text not null check (length(reason) between 1 and 300),
  reverses uuid unique references ledger_entries,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (reverses is distinct from id)
);
create table ledger_lines (
  entry_id uuid not null references ledger_entries,
  position int not null,
  account_id uuid not null references ledger_accounts,
  -- Positive: debit; negative: credit.
  amount bigint not null check (amount <> 0),
  currency text not null,
  primary key (entry_id, position)
);
create index on ledger_lines (account_id);
create trigger never_changed before update or delete or truncate on ledger_entries for each statement execute function ledger_refuse();
create trigger never_changed before update or delete or truncate on ledger_lines for each statement execute function ledger_refuse();
create trigger keep_balance after insert on ledger_lines for each row execute function ledger_keep_balance();
create constraint trigger sums_to_zero after insert on ledger_lines deferrable initially deferred
  for each row execute function ledger_check_entry();
create constraint trigger has_lines after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_check_entry();

-- ---------------------------------------------------------------- codes
alter table shareable_codes drop constraint shareable_codes_kind_check;
alter table shareable_codes add constraint shareable_codes_kind_check check (kind in ('invitation', 'affiliate', 'promotional'));
-- Sports that the code counts for; empty: all.
alter table shareable_codes add column sports text[] not null default '{}';
-- How many subscriptions may begin with it; null: any number.
alter table shareable_codes add column max_uses int check (max_uses > 0);
create table code_uses (
  code text not null references shareable_codes,
  user_id uuid not null references users on delete cascade,
  sport_id text not null references sports,
  used_at timestamptz not null,
  primary key (code, user_id, sport_id)
);
create index on code_uses (user_id);

-- ---------------------------------------------------------------- subscriptions
-- The discount that was promised: it is kept, whatever becomes of the code (D-190, D-191).
alter table subscriptions
  add column code text,
  add column code_unit text check (code_unit in ('currency', 'percent')),
  add column code_value int check (code_value > 0),
  add column code_months int check (code_months >= 0),
  add column consented_at timestamptz,
  add column suspended_at timestamptz,
  -- The request that began it, so that a repeat is answered and not refused.
  add column request_key uuid,
  add constraint subscriptions_code_whole check (num_nulls(code, code_unit, code_value, code_months) in (0, 4));
create index subscriptions_trials on subscriptions (trial_to) where type in ('trial', 'trial-free');
create index subscriptions_paid on subscriptions (paid_to) where type = 'subscribed';

-- Codes that were redeemed before they were kept: the newest one goes with the trial that it was redeemed for.
update subscriptions s set code = c.code, code_unit = c.program ->> 'discountAmountUnit',
  code_value = (c.program ->> 'discountAmountValue')::int, code_months = (c.program ->> 'durationInMonths')::int
from (select distinct on (r.user_id) r.user_id, k.code, k.program from redeemed_codes r join shareable_codes k on k.code = r.code
  where (k.program ->> 'discountAmountValue')::int > 0 order by r.user_id, r.redeemed_at desc) c
where c.user_id = s.user_id and s.type = 'trial-free' and s.trial_to > now()
  and s.id = (select o.id from subscriptions o where o.user_id = s.user_id and o.type = 'trial-free' order by o.created_at, o.id limit 1);
update subscriptions set discount_end_at = coalesce(discount_end_at,
  date_trunc('month', trial_to, 'UTC') + make_interval(months => code_months + 1)) where code is not null;
insert into code_uses (code, user_id, sport_id, used_at)
  select code, user_id, sport_id, created_at from subscriptions where code is not null;

-- ---------------------------------------------------------------- invoices
create sequence invoice_numbers;
create table invoices (
  id uuid primary key,
  number text not null unique default 'SL-' || lpad(nextval('invoice_numbers')::text, 7, '0'),
  -- Null once the account is erased.
  user_id uuid references users on delete set null,
  -- `first`: a subscription begins when it is paid, else it is void. `month`: the first of a month.
  kind text not null check (kind in ('first', 'month')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null check (status in ('open', 'paid', 'unpaid', 'void')),
  -- After discounts, without taxes.
  subtotal bigint not null check (subtotal >= 0),
  tax bigint not null check (tax >= 0),
  debt bigint not null check (debt >= 0),
  total bigint not null,
  -- The invoice whose debt has this amount.
  carried_to uuid references invoices,
  -- The request that made it, so that a repeat never charges again.
  request_key uuid,
  created_at timestamptz not null,
  paid_at timestamptz,
  failed_at timestamptz,
  next_attempt_at timestamptz,
  check (total = subtotal + tax + debt),
  check ((status = 'paid') = (paid_at is not null)),
  check (next_attempt_at is null or status = 'open')
);
create index on invoices (user_id, created_at desc);
create index on invoices (carried_to);
create unique index invoices_one_of_request on invoices (user_id, request_key);
create index invoices_due on invoices (next_attempt_at) where status = 'open';

create table invoice_items (
  id uuid primary key,
  -- Null while it waits for the next invoice, because it is too small to charge.
  invoice_id uuid references invoices,
  user_id uuid references users on delete set null,
  -- The row of the subscription may go; what was billed stays.
  subscription_id uuid not null,
  sport_id text not null references sports,
  sport_name text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  full_amount bigint not null check (full_amount >= 0),
  discount_amount bigint not null check (discount_amount between 0 and full_amount),
  code text,
  reason text not null check (reason in ('first', 'month', 'carried')),
  is_void boolean not null default false,
  check (period_start < period_end)
);
-- Every period ends with a month: a subscription is billed once for each.
create unique index invoice_items_once on invoice_items (subscription_id, period_end) where not is_void;
create index on invoice_items (invoice_id);
create index invoice_items_waiting on invoice_items (user_id) where invoice_id is null and not is_void;

create table invoice_taxes (
  invoice_id uuid not null references invoices,
  position int not null,
  type text not null,
  amount bigint not null check (amount >= 0),
  percentage double precision not null,
  primary key (invoice_id, position)
);

-- Every try to charge. Its id is the provider's idempotency key, so a repeat of the try charges nothing more.
create table invoice_attempts (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  amount bigint not null check (amount > 0),
  currency text not null,
  customer_id text not null,
  card_id text not null,
  is_off_session boolean not null,
  status text not null check (status in ('started', 'requires_action', 'processing', 'succeeded', 'failed')),
  payment_id text unique,
  failure_code text,
  failure_message text,
  card_brand text,
  card_last4 text,
  -- The money is to be given back: the invoice was paid or void when the payment succeeded.
  refund_state text check (refund_state in ('due', 'done')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status in ('succeeded', 'failed')) = (decided_at is not null))
);
create unique index invoice_attempts_one_undecided on invoice_attempts (invoice_id) where decided_at is null;
create index on invoice_attempts (invoice_id, created_at);

-- What the provider booked for an invoice. Signed: a charge is positive, a refund and a dispute negative.
create table invoice_movements (
  id text primary key,
  invoice_id uuid not null references invoices,
  attempt_id uuid not null references invoice_attempts,
  kind text not null check (kind in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'other')),
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  currency text not null,
  at timestamptz not null,
  check (net = amount - fee)
);
create index on invoice_movements (invoice_id, at);
