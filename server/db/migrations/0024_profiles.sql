-- Profiles of people and organizations, and their contacts (PRO-025 to PRO-031). A profile exists as long as its owner:
-- a trigger makes it (repeatable/functions/profiles.sql).
create table profiles (
  id uuid primary key,
  scope text not null unique,
  version bigint not null,
  user_id uuid unique references users on delete cascade,
  organization_id uuid unique references organizations on delete cascade,
  completeness int not null default 0,
  origin_photo text,
  banner_image text,
  origin_banner_image text,
  gender_choice text check (gender_choice in ('female', 'male', 'non_binary', 'prefer_not_to_say', 'user_specified')),
  gender text check (length(gender) <= 50),
  date_of_birth date,
  city text,
  state text,
  country text,
  about_me text check (length(about_me) <= 1000),
  birth_city text,
  birth_state text,
  birth_country text,
  height double precision,
  units_for_height text check (units_for_height in ('m', 'inch')),
  weight double precision,
  units_for_weight text check (units_for_weight in ('kg', 'lb')),
  primary_spoken_language text,
  secondary_spoken_languages text[] not null default '{}',
  -- Of organizations only.
  web_site text,
  description text check (length(description) <= 1000),
  logo_image text,
  visibility jsonb not null default '{"aboutMe": true, "sportsInterest": true, "socialLinks": true, "placeOfBirth": false, "language": false, "physicalSize": false, "dateOfBirth": false, "gender": false, "location": false}',
  check ((user_id is null) <> (organization_id is null)),
  check ((height is null) = (units_for_height is null)),
  check ((weight is null) = (units_for_weight is null))
);
call track_versions('profiles', 'profiles');
insert into profiles (id, scope, version, user_id) select profile_id, scope, 0, id from users;
insert into profiles (id, scope, version, organization_id) select gen_random_uuid(), 'org:' || id, 0, id from organizations;

create table contacts (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  title text not null check (length(title) between 2 and 50),
  social_link text not null check (length(social_link) <= 300),
  position int not null default 0,
  created_at timestamptz not null default now()
);
create index on contacts (scope, position);
call track_versions('contacts', 'contacts');

create trigger stamp_completeness before insert or update on profiles for each row execute function stamp_completeness();
create trigger copy_completeness after insert or update on profiles for each row execute function copy_completeness();
create trigger refresh_completeness after insert or delete on contacts for each row execute function refresh_completeness();
create trigger refresh_completeness after insert or delete or update of is_active on sport_interests for each row execute function refresh_completeness();
create trigger refresh_completeness after insert or delete on channels for each row execute function refresh_completeness();
create trigger refresh_completeness after update of user_photo, is_educator on users for each row execute function refresh_completeness();
create trigger make_profile after insert on users for each row execute function make_profile();
create trigger make_profile after insert on organizations for each row execute function make_profile();

-- Works out the completeness of the profiles that exist.
update profiles set completeness = 0;

-- Organizations have sports too: a sport is once in a scope.
alter table sport_interests alter column user_id drop not null, drop constraint sport_interests_user_id_sport_id_key, add unique (scope, sport_id);
create index on sport_interests (user_id);
