-- Who may act for a scope, and who may watch a publication.

-- The one rule of access by a subscription (D-285). A renewal that failed keeps access while it is tried again; a
-- cancelled one until its paid month ends; a trial until its end. The last is checked by time, because the job that ends it
-- may be late.
create or replace function is_subscribed_at(viewer uuid, sport text, at timestamptz) returns boolean language sql stable parallel safe as $$
  select exists (
    select 1 from subscriptions s
    where s.user_id = viewer and s.sport_id = sport
      and case s.type
        when 'subscribed' then s.status is distinct from 'suspended' and (s.status is distinct from 'cancellation' or s.paid_to > at)
        when 'educator' then true
        when 'beta-free' then true
        when 'trial' then s.trial_to > at
        when 'trial-free' then s.trial_to > at
        else false
      end)
$$;

-- Whether somebody pays for a sport, or paid for the month that a time lies in: their views pay Creators (D-349). Nobody pays in a trial.
create or replace function pays_for(viewer uuid, sport text, at timestamptz) returns boolean language sql stable parallel safe as $$
  select exists (
    select 1 from subscriptions s where s.user_id = viewer and s.sport_id = sport and s.type = 'subscribed' and is_subscribed_at(viewer, sport, at))
$$;

create or replace function is_subscribed(viewer uuid, sport text) returns boolean language sql stable parallel safe as $$
  select is_subscribed_at(viewer, sport, now())
$$;

create or replace function acts_for(person uuid, wanted text) returns boolean language sql stable parallel safe as $$
  select wanted = 'user:' || person::text or exists (
    select 1 from organization_admins a join organizations o on o.id = a.organization_id
    where a.user_id = person and 'org:' || a.organization_id::text = wanted and o.status = 'approved')
$$;

-- Decisions D-285: free for everybody signed in; Member-Only for owners, subscribers and superadmins.
create or replace function may_watch(viewer uuid, published uuid) returns boolean language sql stable parallel safe as $$
  select exists (
    select 1 from publications p join channels c on c.id = p.channel_id
    where p.id = published and not p.is_deleted
      and (acts_for(viewer, p.scope)
        or (p.is_live and c.active and (p.pricing = 'free' or is_subscribed(viewer, c.sport_id)))
        or ((p.is_live or p.removed_at is not null) and (select u.is_superadmin from users u where u.id = viewer))))
$$;

-- When the right to watch a publication ends, as far as that is known: the end of a trial, or of the paid month of a
-- cancelled subscription. Null where no end is known: a device may then keep a copy for some time (decision 0086).
create or replace function access_ends_at(viewer uuid, published uuid) returns timestamptz language sql stable parallel safe as $$
  select case
      when s.type in ('trial', 'trial-free') then s.trial_to
      when s.type = 'subscribed' and s.status = 'cancellation' then s.paid_to
    end
  from publications p join channels c on c.id = p.channel_id join subscriptions s on s.sport_id = c.sport_id and s.user_id = viewer
  where p.id = published and p.pricing <> 'free' and not acts_for(viewer, p.scope)
    and not coalesce((select u.is_superadmin from users u where u.id = viewer), false)
$$;

-- Locked for a viewer (decisions D-285). Free ones cost no look-up.
create or replace function is_locked(viewer uuid, published uuid, pricing text) returns boolean language sql stable parallel safe as $$
  select case when pricing = 'free' then false else not may_watch(viewer, published) end
$$;

-- Hidden channels are visible to people who act for their scope and to superadmins (decisions D-127, D-286).
create or replace function sees_channel(viewer uuid, channel_scope text, active boolean) returns boolean language sql stable parallel safe as $$
  select active or acts_for(viewer, channel_scope) or (select u.is_superadmin from users u where u.id = viewer)
$$;

-- The people who act for a scope: the person, or the organization's admins.
create or replace function scope_people(wanted text) returns setof uuid language sql stable as $$
  select u.id from users u where u.scope = wanted
  union
  select a.user_id from organization_admins a join organizations o on o.id = a.organization_id
  where a.organization_id = substring(wanted from '^org:(.+)$')::uuid and o.status = 'approved'
$$;

-- Whether the person of a scope has deleted the account (decisions D-90). Their channels are hidden by the deletion itself.
create or replace function has_left(wanted text) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from users u where u.scope = wanted and u.deleted_at is not null)
$$;

-- Whether others see nothing of the person of a scope: they deleted the account, or an operator suspended it (decision 0120).
create or replace function is_away(wanted text) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from users u where u.scope = wanted and (u.deleted_at is not null or u.is_suspended))
$$;

-- Who takes over what a person made for an organization: another admin who has not left and is not suspended, an Owner first.
create or replace function successor_of(wanted text, leaver uuid) returns uuid language sql stable as $$
  select a.user_id from organization_admins a join users u on u.id = a.user_id
  where 'org:' || a.organization_id = wanted and a.user_id <> leaver and u.deleted_at is null and not u.is_suspended
  order by a.role = 'Owner' desc, a.user_id limit 1
$$;
