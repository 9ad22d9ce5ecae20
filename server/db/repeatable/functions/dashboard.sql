-- The figures of the dashboard, kept by the writes that change them (decision 0103).

-- Adds to the sums of an item for the periods that have a day.
create or replace function dashboard_add(item uuid, on_day date, more_views int, more_ms bigint) returns void language sql as $$
  insert into view_periods (publication_id, period, starts, views, watched_ms)
    select item, p, date_trunc(p, on_day::timestamp)::date, more_views, more_ms from unnest(array['day', 'week', 'month', 'year']) p
  on conflict (publication_id, period, starts) do update
    set views = view_periods.views + excluded.views, watched_ms = view_periods.watched_ms + excluded.watched_ms
$$;

create or replace function dashboard_viewed() returns trigger language plpgsql as $$
declare
  more int := new.counted - case tg_op when 'UPDATE' then old.counted else 0 end;
begin
  if more <> 0 then perform dashboard_add(new.publication_id, new.day, more, 0); end if;
  return null;
end $$;

create or replace function dashboard_furthest() returns trigger language plpgsql as $$
begin
  new.furthest_ms := greatest(new.furthest_ms, new.position_ms);
  return new;
end $$;

-- Adds what a member reached for the first time. Not of the owner, nor of what has no duration.
create or replace function dashboard_reached() returns trigger language plpgsql as $$
declare
  duration_ms bigint;
  before_ms bigint := case tg_op when 'UPDATE' then old.furthest_ms else -1 end;
  after_ms bigint;
  from_tenth int;
  to_tenth int;
  on_day date := (new.watched_at at time zone 'UTC')::date;
begin
  select floor(c.duration * 1000) into duration_ms from publications p join contents c on c.id = p.content_id
    where p.id = new.publication_id and not acts_for(new.user_id, p.scope);
  if coalesce(duration_ms, 0) <= 0 then return null; end if;
  after_ms := least(new.furthest_ms, duration_ms);
  from_tenth := case when before_ms < 0 then 0 else least(10, 10 * before_ms / duration_ms) + 1 end;
  to_tenth := 10 * after_ms / duration_ms;
  before_ms := greatest(before_ms, 0);
  if after_ms > before_ms then perform dashboard_add(new.publication_id, on_day, 0, after_ms - before_ms); end if;
  if to_tenth >= from_tenth then
    insert into reach_days as r (publication_id, day, reached)
      select new.publication_id, on_day, array_agg((n between from_tenth and to_tenth)::int order by n) from generate_series(0, 10) n
    on conflict (publication_id, day) do update set reached =
      (select array_agg(a + b order by n) from unnest(r.reached, excluded.reached) with ordinality s(a, b, n));
  end if;
  return null;
end $$;

create or replace function dashboard_followed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into channel_followers as c (channel_id, followers) values (new.channel_id, 1)
      on conflict (channel_id) do update set followers = c.followers + 1;
    insert into follower_days as d (channel_id, day, gained) values (new.channel_id, (new.followed_at at time zone 'UTC')::date, 1)
      on conflict (channel_id, day) do update set gained = d.gained + 1;
  else
    -- A channel that is deleted takes its sums with it.
    update channel_followers set followers = followers - 1 where channel_id = old.channel_id;
    if found then
      insert into follower_days as d (channel_id, day, lost) select c.id, (now() at time zone 'UTC')::date, 1 from channels c where c.id = old.channel_id
        on conflict (channel_id, day) do update set lost = d.lost + 1;
    end if;
  end if;
  return null;
end $$;
