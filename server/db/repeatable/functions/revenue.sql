-- What was received for subscriptions, and how much of it falls on a day (decision 0100). All amounts are integer cents.

-- Hundredths of a percent of an amount from zero, rounded half up: `percentOf` of the ledger.
create or replace function revenue_percent(amount bigint, basis_points bigint) returns bigint language sql immutable parallel safe as $$
  select (2 * amount * basis_points + 10000) / 20000
$$;

-- Net receipts of a group of invoices: what was paid, without the part of the taxes, less the provider's fees. Never below zero:
-- what a dispute takes beyond the payment is borne by the platform.
create or replace function revenue_net(paid bigint, fees bigint, price bigint, tax bigint) returns bigint language sql immutable parallel safe as $$
  select case when price <= 0 or coalesce(paid, 0) <= 0 then 0
    else greatest(0, (2 * paid * price + price + tax) / (2 * (price + tax)) - coalesce(fees, 0)) end
$$;

-- The part of an amount that is earned by a time: a period earns evenly, nothing before it starts and all once it is over.
create or replace function revenue_earned(amount bigint, starts timestamptz, ends timestamptz, until timestamptz) returns bigint
language sql immutable parallel safe as $$
  select floor(amount * least(greatest(extract(epoch from until - starts), 0), extract(epoch from ends - starts))
    / extract(epoch from ends - starts))::bigint
$$;

-- Items of sports that earn on a day or whose payment changed on it. `earned_before` and `earned_after`: net receipts that were
-- earned before the day and until its end, by the movements that were known before the day and at its end.
-- An unpaid invoice is paid with the one that carries its debt, so both share one payment.
create or replace function revenue_items(wanted date) returns table (
  item_id uuid, sport_id text, period_start timestamptz, period_end timestamptz, earned_before bigint, earned_after bigint
) language sql stable as $$
  with recursive day as materialized (
    select wanted::timestamp at time zone 'UTC' as starts, (wanted + 1)::timestamp at time zone 'UTC' as ends
  ), touched as (
    select t.invoice_id as id from invoice_items t, day
      where not t.is_void and t.invoice_id is not null and t.period_end > day.starts and t.period_start < day.ends
    union select m.invoice_id from invoice_movements m where m.accrued_on = wanted
  ), up as (
    select i.id, i.carried_to from invoices i join touched t on t.id = i.id
    union select i.id, i.carried_to from invoices i join up u on i.id = u.carried_to
  ), grouped as (
    select u.id as root, u.id from up u where u.carried_to is null
    union select g.root, i.id from invoices i join grouped g on i.carried_to = g.id
  ), billed as (
    -- What was paid for each invoice: by its index, so that a day costs as much as what it touches.
    select g.root, i.id, i.tax, m.* from grouped g join invoices i on i.id = g.id cross join lateral (
      select sum(m.amount) filter (where m.accrued_on < wanted) as paid_before, sum(m.fee) filter (where m.accrued_on < wanted) as fees_before,
        sum(m.amount) as paid_after, sum(m.fee) as fees_after
      from invoice_movements m join invoice_attempts a on a.id = m.attempt_id
      -- Written so that no index of days is used: one by the invoice is at hand, whatever the statistics say.
      where m.invoice_id = i.id and m.accrued_on - wanted <= 0 and a.refund_state is null) m
  ), paid as (
    select b.root, b.id, (sum(b.tax) over whole)::bigint as tax,
      (sum(b.paid_before) over whole)::bigint as paid_before, (sum(b.fees_before) over whole)::bigint as fees_before,
      (sum(b.paid_after) over whole)::bigint as paid_after, (sum(b.fees_after) over whole)::bigint as fees_after
    from billed b window whole as (partition by b.root)
  ), items as (
    select p.root, p.tax, p.paid_before, p.fees_before, p.paid_after, p.fees_after, t.id, t.sport_id, t.period_start, t.period_end, t.price,
      (sum(t.price) over (partition by p.root))::bigint as whole
    from paid p cross join lateral (
      select t.*, t.full_amount - t.discount_amount as price from invoice_items t where t.invoice_id = p.id and not t.is_void) t
    where p.paid_after is not null
  ), nets as (
    select i.*, revenue_net(paid_before, fees_before, whole, tax) as net_before, revenue_net(paid_after, fees_after, whole, tax) as net_after
    from items i where i.whole > 0
  ), shares as (
    select n.*, net_before * price / whole as part_before, net_after * price / whole as part_after,
      row_number() over (partition by root order by net_before * price % whole desc, id) as turn_before,
      row_number() over (partition by root order by net_after * price % whole desc, id) as turn_after
    from nets n
  ), parts as (
    -- The largest remainder: `splitByLargestRemainder` of the ledger. An item without a price gets nothing.
    select s.*,
      part_before + (price > 0 and turn_before <= net_before - sum(part_before) over (partition by root))::int as item_before,
      part_after + (price > 0 and turn_after <= net_after - sum(part_after) over (partition by root))::int as item_after
    from shares s
  )
  select p.id, p.sport_id, p.period_start, p.period_end,
    revenue_earned(p.item_before, p.period_start, p.period_end, day.starts), revenue_earned(p.item_after, p.period_start, p.period_end, day.ends)
  from parts p, day where p.sport_id is not null
$$;

-- The fee that a referral has earned by some net receipts of an item; never more than the platform's share of them. Source: D-350.
create or replace function revenue_fee(unit text, value bigint, earned bigint, starts timestamptz, ends timestamptz, until timestamptz) returns bigint
language sql immutable parallel safe as $$
  select case when earned <= 0 then 0 else least(earned - revenue_percent(earned, 7000),
    case unit when 'percent' then revenue_percent(earned, value * 100) else revenue_earned(value, starts, ends, until) end) end
$$;

-- The sums of a day, one row each: `received` by sport; `given_back` by sport and first day of the paid period; `fee` by earner,
-- sport, type and code, with the number of payments and what they earned.
create or replace function revenue_sums(wanted date) returns table (
  what text, sport_id text, from_day date, amount bigint, scope text, type text, code text, unit text, value int, payments int, received bigint
) language sql stable as $$
  with items as materialized (select * from revenue_items(wanted)),
  fees as (
    select r.scope, i.sport_id, r.type, r.code, r.unit, r.value,
      i.earned_after - case when r.since < wanted then i.earned_before else 0 end as received,
      revenue_fee(r.unit, r.value, i.earned_after, i.period_start, i.period_end, (wanted + 1)::timestamp at time zone 'UTC')
        - case when r.since < wanted then
            revenue_fee(r.unit, r.value, i.earned_before, i.period_start, i.period_end, wanted::timestamp at time zone 'UTC') else 0 end as amount
    from items i join revenue_referrals r on r.item_id = i.item_id where r.since <= wanted
  )
  select 'received', i.sport_id, null::date, sum(i.earned_after - i.earned_before)::bigint, null, null, null, null, null::int, null::int, null::bigint
    from items i where i.earned_after > i.earned_before group by 2
  union all
  select 'given_back', i.sport_id, (i.period_start at time zone 'UTC')::date, sum(i.earned_before - i.earned_after)::bigint,
      null, null, null, null, null, null, null
    from items i where i.earned_after < i.earned_before group by 2, 3
  union all
  select 'fee', f.sport_id, null, sum(f.amount)::bigint, f.scope, f.type, f.code, f.unit, f.value, count(*)::int, sum(f.received)::bigint
    from fees f where f.amount <> 0 or f.received <> 0 group by f.scope, f.sport_id, f.type, f.code, f.unit, f.value
$$;

-- Keeps the sums of a scope by period, whatever adds, changes or removes its amounts: each statement changes each sum once.
create or replace function revenue_summed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- In one order, as below, and before they are read: a sum that another writer changes meanwhile is read after it.
    perform 1 from revenue_periods s join (
        select distinct e.scope, p as period, date_trunc(p, e.day::timestamp)::date as starts, e.channel_id, e.sport_id, e.type
        from removed e, unnest(array['day', 'week', 'month', 'year']) p
      ) l on s.scope = l.scope and s.period = l.period and s.starts = l.starts and s.type = l.type
        and s.channel_id is not distinct from l.channel_id and s.sport_id is not distinct from l.sport_id
      order by s.scope, s.period, s.starts, s.channel_id, s.sport_id, s.type for update of s;
    with less as (
      select e.scope, p as period, date_trunc(p, e.day::timestamp)::date as starts, e.channel_id, e.sport_id, e.type,
        sum(e.amount_cents) as amount_cents, count(*)::int as entries
      from removed e, unnest(array['day', 'week', 'month', 'year']) p group by 1, 2, 3, 4, 5, 6
    ), gone as (
      -- A sum of none is no row.
      delete from revenue_periods s using less l where s.scope = l.scope and s.period = l.period and s.starts = l.starts and s.type = l.type
        and s.channel_id is not distinct from l.channel_id and s.sport_id is not distinct from l.sport_id and s.entries = l.entries
    )
    update revenue_periods s set amount_cents = s.amount_cents - l.amount_cents, entries = s.entries - l.entries
      from less l where s.scope = l.scope and s.period = l.period and s.starts = l.starts and s.type = l.type
        and s.channel_id is not distinct from l.channel_id and s.sport_id is not distinct from l.sport_id and s.entries > l.entries;
  end if;
  if tg_op <> 'DELETE' then
    -- In one order, so that two writers never wait for each other.
    insert into revenue_periods as s (scope, period, starts, channel_id, sport_id, type, amount_cents, entries)
      select e.scope, p, date_trunc(p, e.day::timestamp)::date, e.channel_id, e.sport_id, e.type, sum(e.amount_cents), count(*)
      from added e, unnest(array['day', 'week', 'month', 'year']) p group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (scope, period, starts, channel_id, sport_id, type) do update
      set amount_cents = s.amount_cents + excluded.amount_cents, entries = s.entries + excluded.entries;
  end if;
  return null;
end $$;

-- What a withdrawal leaves, by all that was booked before it: of one instant what was earned, then what went out, then what came back.
create or replace function revenue_left() returns trigger language plpgsql as $$
begin
  new.left_cents := new.amount_cents + (select coalesce(sum(e.amount_cents), 0) from revenue_entries e
    where e.scope = new.scope and e.created_at <= new.created_at
      and (e.created_at, case when e.type <> 'withdrawal' then 0 when e.amount_cents < 0 then 1 else 2 end, e.id)
        < (new.created_at, case when new.amount_cents < 0 then 1 else 2 end, new.id));
  return new;
end $$;
