-- Sums of what a scope earned and transferred, so that no read counts its amounts (decision 0111).
create table revenue_periods (
  scope text not null,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  -- First day of the period, UTC; weeks begin on Monday.
  starts date not null,
  -- Null for fees and withdrawals, and for a channel that is gone.
  channel_id uuid,
  sport_id text,
  type text not null,
  amount_cents bigint not null,
  -- How many amounts are summed; a sum of none is no row.
  entries int not null check (entries > 0)
);
create unique index revenue_periods_once on revenue_periods (scope, period, starts, channel_id, sport_id, type) nulls not distinct;
create index on revenue_periods (channel_id, period, starts) where channel_id is not null;
alter table revenue_periods enable row level security;
create policy own_rows on revenue_periods using (scope = nullif(current_setting('sideline.scope', true), ''));
grant select on revenue_periods to sideline_person;

insert into revenue_periods (scope, period, starts, channel_id, sport_id, type, amount_cents, entries)
  select e.scope, p, date_trunc(p, e.day::timestamp)::date, e.channel_id, e.sport_id, e.type, sum(e.amount_cents), count(*)
  from revenue_entries e, unnest(array['day', 'week', 'month', 'year']) p group by 1, 2, 3, 4, 5, 6;

-- What a withdrawal, or one that came back, left in the wallet. Written once, when it is booked.
alter table revenue_entries add column left_cents bigint;
update revenue_entries e set left_cents = l.left_cents
  from (select id, sum(amount_cents) over (partition by scope order by created_at,
      case when type <> 'withdrawal' then 0 when amount_cents < 0 then 1 else 2 end, id) as left_cents from revenue_entries) l
  where l.id = e.id and e.type = 'withdrawal';
alter table revenue_entries add constraint revenue_entries_left check ((type = 'withdrawal') = (left_cents is not null));
create trigger revenue_left before insert on revenue_entries for each row when (new.type = 'withdrawal') execute function revenue_left();
create index revenue_entries_transfers on revenue_entries (scope, created_at) where type = 'withdrawal';

create trigger revenue_added after insert on revenue_entries referencing new table as added
  for each statement execute function revenue_summed();
create trigger revenue_changed after update on revenue_entries referencing old table as removed new table as added
  for each statement execute function revenue_summed();
create trigger revenue_removed after delete on revenue_entries referencing old table as removed
  for each statement execute function revenue_summed();
