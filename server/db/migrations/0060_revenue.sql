-- What Creators earn (decision 0100). All amounts are integer cents.

-- ---------------------------------------------------------------- the books
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('receivable', 'provider', 'provider_fees', 'revenue',
  'tax', 'disputes', 'written_off', 'creator', 'creator_shares', 'marketing_fees', 'payouts'));
-- Of a `creator` account: the person or organization to whom the money is owed. Null once the account is erased.
alter table ledger_accounts add column creator_scope text check (creator_scope is null or kind = 'creator');
drop index ledger_accounts_of_ours;
create unique index ledger_accounts_of_ours on ledger_accounts (kind, currency) where user_id is null and kind not in ('receivable', 'creator');
create unique index ledger_accounts_of_creator on ledger_accounts (creator_scope, currency) where creator_scope is not null;

-- ---------------------------------------------------------------- receipts
-- The day whose accrual took a movement into account. Each is taken once, so that a day can be computed again from what it took.
alter table invoice_movements add column accrued_on date;
create index invoice_movements_waiting on invoice_movements (at) where accrued_on is null;
create index invoice_movements_of_day on invoice_movements (accrued_on);
create index invoice_items_of_period on invoice_items (period_end, period_start) where not is_void;

-- Whose code brought the person of an item, as it was when the item was first paid. Source: D-350.
create table revenue_referrals (
  item_id uuid primary key references invoice_items,
  -- The person to whom the fee is owed.
  scope text not null,
  code text not null,
  type text not null check (type in ('standard_marketing_fee', 'custom_marketing_fee')),
  unit text not null check (unit in ('percent', 'currency')),
  value int not null check (value > 0),
  -- The first day whose accrual knew of it.
  since date not null
);
create index on revenue_referrals (scope);

-- ---------------------------------------------------------------- views
-- Views of each day on which they were counted (UTC), and how many were not counted, by reason. Source: D-206, D-349.
create table view_days (
  publication_id uuid not null references publications on delete cascade,
  day date not null,
  counted int not null default 0,
  -- Of those, by people who pay for the sport.
  paying int not null default 0,
  watched_ms bigint not null default 0,
  own int not null default 0,
  repeated int not null default 0,
  too_short int not null default 0,
  too_fast int not null default 0,
  too_many int not null default 0,
  primary key (publication_id, day)
);
create index on view_days (day);
insert into view_days (publication_id, day, counted, watched_ms)
  select publication_id, (counted_at at time zone 'UTC')::date, count(*), sum(watched_ms) from views group by 1, 2;
-- The newest views of a person, to notice those that nobody can have watched.
create index views_of_person on views (user_id, watched_at desc);

-- ---------------------------------------------------------------- accrual
-- Days that are accrued. Nothing of them is changed any more.
create table revenue_days (
  day date primary key,
  accrued_at timestamptz not null
);
-- How a day of a sport was divided: received - given_back + brought = platform + shares of the channels + carried.
create table revenue_sport_days (
  day date not null references revenue_days,
  sport_id text not null references sports,
  received bigint not null check (received >= 0),
  -- By refunds and disputes, of what was received on earlier days.
  given_back bigint not null check (given_back >= 0),
  platform bigint not null,
  publishing bigint not null check (publishing >= 0),
  views bigint not null check (views >= 0),
  -- From the day before: nobody had published, or nothing was watched.
  publishing_brought bigint not null check (publishing_brought >= 0),
  views_brought bigint not null check (views_brought >= 0),
  -- What was there to be shared: the day's part and what was brought, less what of it went back to members.
  publishing_shared bigint not null check (publishing_shared >= 0),
  views_shared bigint not null check (views_shared >= 0),
  -- To the next day.
  publishing_carried bigint not null check (publishing_carried >= 0),
  views_carried bigint not null check (views_carried >= 0),
  -- What the channels gave back.
  taken_back bigint not null check (taken_back >= 0),
  -- Of all channels: by what their shares are fractions.
  all_publications bigint not null check (all_publications >= 0),
  all_views bigint not null check (all_views >= 0),
  primary key (day, sport_id)
);
-- By what a day was divided: publications of a channel (30 at most) and views of paying members.
create table revenue_channel_days (
  day date not null,
  sport_id text not null,
  channel_id uuid not null,
  publications int not null check (publications between 0 and 30),
  views int not null check (views >= 0),
  primary key (day, sport_id, channel_id),
  foreign key (day, sport_id) references revenue_sport_days
);
create index on revenue_channel_days (channel_id, day);

alter table revenue_entries
  add column sport_id text references sports,
  -- A refund or a dispute takes back what was earned: a row of its own.
  add column is_taken_back boolean not null default false,
  add constraint revenue_entries_not_zero check (amount_cents <> 0),
  add constraint revenue_entries_sign check (case when type = 'withdrawal' then true
    when type in ('content_base', 'views_base') then (amount_cents < 0) = is_taken_back else true end);
create unique index revenue_entries_once on revenue_entries (day, scope, type, channel_id, sport_id, is_taken_back)
  nulls not distinct where type <> 'withdrawal' and sport_id is not null;
create index revenue_entries_of_sport on revenue_entries (sport_id, day) where type in ('content_base', 'views_base');

-- ---------------------------------------------------------------- a second wall
-- Reads of a wallet see the rows of one scope, also where a query forgets its condition (D-279, decision 0087).
create index revenue_entries_newest on revenue_entries (scope, day desc, id desc);
alter table revenue_entries enable row level security;
alter table revenue_channel_days enable row level security;
create policy own_rows on revenue_entries using (scope = nullif(current_setting('sideline.scope', true), ''));
create policy own_rows on revenue_channel_days using (
  exists (select 1 from channels c where c.id = channel_id and c.scope = nullif(current_setting('sideline.scope', true), '')));
grant select on revenue_entries, revenue_sport_days, revenue_channel_days, channels, sports to sideline_person;
