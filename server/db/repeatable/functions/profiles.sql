-- Completeness of profiles (D-72, D-73) and the triggers that keep it. contract/profiles-sections.ts computes the same on the
-- device; a test compares both.

create or replace function completeness_of(p jsonb) returns int language sql stable as $$
  select floor(100.0 * count(*) filter (where done) / count(*))::int
  from (
    select u.user_photo is not null as done from users u where u.id = (p ->> 'user_id')::uuid
    union all select p ->> 'gender_choice' is not null and p ->> 'date_of_birth' is not null and p ->> 'country' is not null where p ->> 'user_id' is not null
    union all select p ->> 'about_me' is not null where p ->> 'user_id' is not null
    union all select p ->> 'birth_country' is not null where p ->> 'user_id' is not null
    union all select p ->> 'primary_spoken_language' is not null where p ->> 'user_id' is not null
    union all select p ->> 'height' is not null and p ->> 'weight' is not null where p ->> 'user_id' is not null
      and exists (select 1 from feature_flags where name = 'PhysicalSize' and is_visible)
    union all select p ->> 'logo_image' is not null where p ->> 'organization_id' is not null
    union all select p ->> 'web_site' is not null and p ->> 'country' is not null where p ->> 'organization_id' is not null
    union all select p ->> 'description' is not null where p ->> 'organization_id' is not null
    union all select p ->> 'banner_image' is not null
    union all select exists (select 1 from sport_interests i where i.scope = p ->> 'scope' and i.is_active)
    union all select exists (select 1 from contacts c where c.scope = p ->> 'scope')
    union all select exists (select 1 from channels c where c.scope = p ->> 'scope')
      where p ->> 'organization_id' is not null or exists (select 1 from users u where u.id = (p ->> 'user_id')::uuid and u.is_educator)
  ) sections
$$;

create or replace function stamp_completeness() returns trigger language plpgsql as $$
begin
  new.completeness := completeness_of(to_jsonb(new));
  return new;
end $$;

-- The person's row has a copy for the menu.
create or replace function copy_completeness() returns trigger language plpgsql as $$
begin
  update users set completeness = new.completeness where id = new.user_id and completeness <> new.completeness;
  return null;
end $$;

-- After a change of other rows of the scope that count as sections.
create or replace function refresh_completeness() returns trigger language plpgsql as $$
declare changed text := case when tg_op = 'DELETE' then old.scope else new.scope end;
begin
  update profiles p set completeness = 0 where scope = changed and p.completeness <> completeness_of(to_jsonb(p));
  return null;
end $$;

create or replace function make_profile() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into profiles (id, scope, user_id) values (new.profile_id, new.scope, new.id);
  else
    insert into profiles (id, scope, organization_id) values (gen_random_uuid(), 'org:' || new.id, new.id);
  end if;
  return null;
end $$;

-- A mail address as it is named where only its owner should recognise it: a***@host.
create or replace function mask_email(email citext) returns text language sql immutable as $$
  select left(email::text, 1) || '***@' || split_part(email::text, '@', 2)
$$;
