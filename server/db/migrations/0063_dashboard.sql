-- The Creator's dashboard (decision 0103).

-- Order and visibility of the widgets; null until they are changed. Source: D-144.
alter table users add column dashboard_widgets jsonb;

-- ---------------------------------------------------------------- views and watch time
-- Sums of each item by period, so that a plot reads as many rows as it shows, whatever the number of views. By item and not by
-- channel: an item may move to another playlist, and popular channels would be one row that all viewers wait for.
create table view_periods (
  publication_id uuid not null references publications on delete cascade,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  -- First day of the period, UTC.
  starts date not null,
  views int not null default 0,
  -- What members reached for the first time.
  watched_ms bigint not null default 0,
  primary key (publication_id, period, starts)
);

-- The furthest that the person got: the place itself goes back when something is watched again. -1: nothing yet.
alter table watch_places add column furthest_ms bigint not null default -1;
-- How far members got, by the day on which they got there (UTC).
create table reach_days (
  publication_id uuid not null references publications on delete cascade,
  day date not null,
  -- How many began, and how many got to one tenth, to two …, to the end.
  reached int[] not null check (cardinality(reached) = 11),
  primary key (publication_id, day)
);

create trigger dashboard_viewed after insert or update of counted on view_days
  for each row execute function dashboard_viewed();
create trigger dashboard_furthest before insert or update of position_ms on watch_places
  for each row execute function dashboard_furthest();
create trigger dashboard_reached after insert or update of position_ms on watch_places
  for each row execute function dashboard_reached();

insert into view_periods (publication_id, period, starts, views)
  select publication_id, p, date_trunc(p, day::timestamp)::date, sum(counted)
  from view_days, unnest(array['day', 'week', 'month', 'year']) p where counted > 0 group by 1, 2, 3;
-- Sets furthest_ms, and adds what was reached until now.
update watch_places set position_ms = position_ms;

-- ---------------------------------------------------------------- followers
create table follower_days (
  channel_id uuid not null references channels on delete cascade,
  day date not null,
  gained int not null default 0,
  lost int not null default 0,
  primary key (channel_id, day)
);
create table channel_followers (
  channel_id uuid primary key references channels on delete cascade,
  followers int not null
);
create trigger dashboard_followed after insert or delete on follows for each row execute function dashboard_followed();
insert into channel_followers (channel_id, followers) select channel_id, count(*) from follows group by 1;
insert into follower_days (channel_id, day, gained)
  select channel_id, (followed_at at time zone 'UTC')::date, count(*) from follows group by 1, 2;
