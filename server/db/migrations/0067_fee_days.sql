-- How the marketing fees of a day were worked out, so that each of them opens to its calculation (decision 0100).
create table revenue_fee_days (
  day date not null,
  sport_id text not null references sports,
  scope text not null,
  type text not null check (type in ('standard_marketing_fee', 'custom_marketing_fee')),
  code text not null,
  unit text not null check (unit in ('percent', 'currency')),
  value int not null check (value > 0),
  -- Of how many members' payments, what of these fell on the day, and the fee. Less than zero after refunds and disputes.
  payments int not null check (payments > 0),
  received bigint not null,
  amount bigint not null,
  primary key (scope, day, sport_id, type, code, unit, value)
);
alter table revenue_fee_days enable row level security;
create policy own_rows on revenue_fee_days using (scope = nullif(current_setting('sideline.scope', true), ''));
grant select on revenue_fee_days to sideline_person;
