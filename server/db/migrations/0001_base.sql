-- People, sessions, sports, library, channels, watching, notifications, and the versions that feed the sync.
create extension if not exists citext;
create extension if not exists pg_trgm;

create function iso(t timestamptz) returns text language sql immutable parallel safe
  return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- ---------------------------------------------------------------- versions
-- One counter a scope, raised once in each transaction that changes the scope. The row lock is held until commit, so
-- versions are gap-free and in commit order, and a reader that saw version n has seen everything up to n.
create table scope_versions (
  scope text primary key,
  version bigint not null,
  raised_by xid8 not null,
  -- Tombstones at or below this version were purged: a client further behind starts over.
  floor bigint not null default 0
);
create table tombstones (
  scope text not null,
  version bigint not null,
  table_name text not null,
  id text not null,
  deleted_at timestamptz not null default now(),
  primary key (scope, table_name, id)
);
create index on tombstones (scope, version);
create table sync_epoch (epoch text primary key);
insert into sync_epoch values (gen_random_uuid()::text);

create function raise_scope(changed text) returns bigint language plpgsql as $$
declare v bigint;
begin
  select version into v from scope_versions where scope = changed and raised_by = pg_current_xact_id();
  if found then return v; end if;
  insert into scope_versions (scope, version, raised_by) values (changed, 1, pg_current_xact_id())
    on conflict (scope) do update set version = scope_versions.version + 1, raised_by = pg_current_xact_id()
    returning version into v;
  return v;
end $$;

create function stamp_version() returns trigger language plpgsql as $$
begin
  new.version := raise_scope(new.scope);
  return new;
end $$;

-- The trigger's argument is the table's name in the contract; the second one, if any, the column that is the wire id.
create function leave_tombstone() returns trigger language plpgsql as $$
declare gone text := to_jsonb(old) ->> coalesce(tg_argv[1], 'id');
begin
  insert into tombstones (scope, version, table_name, id) values (old.scope, raise_scope(old.scope), tg_argv[0], gone)
    on conflict (scope, table_name, id) do update set version = excluded.version, deleted_at = now();
  return null;
end $$;

-- A row that comes back to life must not stay buried.
create function lift_tombstone() returns trigger language plpgsql as $$
begin
  delete from tombstones where scope = new.scope and table_name = tg_argv[0] and id = to_jsonb(new) ->> coalesce(tg_argv[1], 'id');
  return null;
end $$;

create procedure track_versions(tracked regclass, wire_name text, id_column text default 'id') language plpgsql as $$
begin
  execute format('create trigger stamp_version before insert or update on %s for each row execute function stamp_version()', tracked);
  execute format('create trigger leave_tombstone after delete on %s for each row execute function leave_tombstone(%L, %L)', tracked, wire_name, id_column);
  execute format('create trigger lift_tombstone after insert on %s for each row execute function lift_tombstone(%L, %L)', tracked, wire_name, id_column);
  execute format('create index on %s (scope, version)', tracked);
end $$;

-- ---------------------------------------------------------------- people
create table users (
  id uuid primary key,
  scope text not null unique check (scope = 'user:' || id::text),
  version bigint not null,
  username citext not null unique check (length(username) between 2 and 25),
  email citext not null unique check (length(email) <= 320),
  phone_number text not null unique,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  user_photo text,
  communication_method text not null check (communication_method in ('text', 'email')),
  time_zone text not null default 'UTC',
  profile_id uuid not null unique,
  last_role text not null default 'learner' check (last_role in ('learner', 'educator', 'organization')),
  is_learner boolean not null default false,
  is_educator boolean not null default false,
  is_organization boolean not null default false,
  is_superadmin boolean not null default false,
  is_educator_role_available boolean not null default true,
  is_registration_complete boolean not null default false,
  is_suspended boolean not null default false,
  learner_id uuid not null default gen_random_uuid(),
  educator_id uuid not null default gen_random_uuid(),
  first_time_learner boolean not null default true,
  first_time_educator boolean not null default true,
  completeness int not null default 0,
  notification_settings jsonb not null default '{"isEnabled": true, "frequencies": {}}',
  storage_used bigint not null default 0,
  storage_size bigint not null default 4000000000,
  terms_accepted_at timestamptz,
  terms_versions jsonb not null default '{}',
  registration_progress jsonb,
  registration_progress_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index on users (learner_id);
create unique index on users (educator_id);
call track_versions('users', 'me');

create table organizations (
  id uuid primary key,
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  first_time boolean not null default true,
  created_at timestamptz not null default now()
);
create table organization_admins (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('Owner', 'Admin')),
  primary key (organization_id, user_id)
);
create index on organization_admins (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The refresh token of generation g is an HMAC over id and g, so nothing secret lies here. Using it makes the next.
  generation int not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  created_at timestamptz not null default now()
);
create index on sessions (user_id);

create table confirmation_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('sign_up', 'reset')),
  destination text not null,
  code_hash text not null,
  tries int not null default 0,
  user_id uuid references users on delete cascade,
  reset_token_hash text,
  expires_at timestamptz not null,
  verified_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on confirmation_codes (destination, created_at);

create table rate_limits (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null default now()
);

create table idempotency_keys (
  owner text not null,
  key uuid not null,
  call text not null,
  body_hash text not null,
  status int,
  answer text,
  scope_version bigint,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index on idempotency_keys (created_at);

create table account_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null,
  device text not null default '',
  created_at timestamptz not null default now()
);
create index on account_events (user_id, created_at desc);

-- Messages of the embedded mail and SMS stand-ins, shown at /dev/outbox.
create table dev_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  destination text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null default now()
);

-- ---------------------------------------------------------------- texts, flags, variables
create table page_texts (name text primary key, text text not null);
create table pages (
  name text primary key, title text not null, html text not null, version int not null default 1,
  updated_at timestamptz not null default now()
);
create table page_blocks (
  page_name text not null, id text not null, position int not null, item_type text not null, name text not null,
  answer text, parent_id text, media jsonb not null default '[]', primary key (page_name, id)
);
create table feature_flags (name text primary key, is_visible boolean not null, is_enabled boolean not null);
create table variables (name text primary key, value double precision not null, unit text not null);

-- ---------------------------------------------------------------- sports
create table sports (
  id text primary key, name text not null unique, position int not null,
  sport_type text not null check (sport_type in ('Launched', 'Beta', 'WaitList')),
  is_active boolean not null default true
);
create table sport_roles (
  id text primary key, name text not null, position int not null,
  rule text not null check (rule in ('levels_required', 'levels_optional', 'no_levels'))
);
create table sport_levels (id text primary key, name text not null);
create table sport_role_levels (
  role_id text not null references sport_roles, level_id text not null references sport_levels, position int not null,
  primary key (role_id, level_id)
);
create table sport_interests (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  sport_id text not null references sports,
  involvement jsonb not null,
  position int not null default 0,
  is_active boolean not null default true,
  unique (user_id, sport_id)
);
call track_versions('sport_interests', 'sportInterests');

create table subscriptions (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  sport_id text not null references sports,
  type text not null check (type in ('subscribed', 'educator', 'trial', 'trial-free', 'beta-free', 'waitlist', 'expired')),
  status text check (status in ('cancellation', 'payment_error', 'suspended')),
  canceled_at timestamptz,
  trial_to timestamptz,
  paid_to timestamptz,
  trial_used boolean not null default false,
  discount_end_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, sport_id)
);
call track_versions('subscriptions', 'subscriptions');

create table shareable_codes (
  code text primary key,
  kind text not null check (kind in ('invitation', 'affiliate')),
  sender_id uuid references users on delete cascade,
  recipient_type text not null check (recipient_type in ('learner', 'educator')),
  program jsonb not null,
  is_active boolean not null default true,
  expires_at timestamptz
);
create table redeemed_codes (
  user_id uuid not null references users on delete cascade,
  code text not null references shareable_codes,
  redeemed_at timestamptz not null default now(),
  primary key (user_id, code)
);

-- ---------------------------------------------------------------- files, library
-- Small files of queued calls, by content hash. `picture` is the permanent unguessable address.
create table files (
  scope text not null, sha256 text not null, picture text not null unique, content_type text not null,
  size int not null, width int not null, height int not null, created_at timestamptz not null default now(),
  primary key (scope, sha256)
);

-- Announced sizes of unfinished uploads are reserved, so that five at once cannot pass one check.
create table storage_accounts (
  scope text primary key,
  size bigint not null default 4000000000,
  used bigint not null default 0 check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0)
);

-- The person's own account shows in their row (contract/rows.ts, Me), so a change of it is a change of that row.
create function show_storage() returns trigger language plpgsql as $$
begin
  update users set storage_used = new.used, storage_size = new.size
    where scope = new.scope and (storage_used, storage_size) is distinct from (new.used, new.size);
  return null;
end $$;
create trigger show_storage after insert or update of used, size on storage_accounts for each row execute function show_storage();

create table folders (
  id uuid primary key, scope text not null, version bigint not null, title text not null,
  created_at timestamptz not null default now()
);
create unique index folders_title on folders (scope, lower(title));
call track_versions('folders', 'folders');

create table tag_profiles (
  id uuid primary key, scope text not null, version bigint not null, title text not null,
  items jsonb not null, sport_name text, position int not null default 0, created_at timestamptz not null default now()
);
create unique index tag_profiles_title on tag_profiles (scope, lower(title));
call track_versions('tag_profiles', 'tagProfiles');

create table contents (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  folder_id uuid references folders on delete set null,
  title text not null,
  filename text not null,
  type text not null check (type in ('video', 'audio', 'text')),
  thumbnail text,
  waveform text,
  duration double precision,
  pages_count int,
  -- Bytes on disk of what is served, and of the original, which counts against storage.
  file_size bigint not null default 0,
  origin_file_size bigint not null,
  -- The original and the folder of its renditions. A copy shares both with what it was copied from.
  object_key text,
  media_key text,
  -- The file's identity: SHA-256 over the digests of its 1 MiB units and its size.
  sha256 text,
  progressive_size bigint,
  active boolean not null default false,
  approved boolean not null default false,
  -- Whether the room is still only reserved.
  is_reserved boolean not null default true,
  encoding_status int not null default 0,
  encoding_progress int not null default 0,
  review_status text not null default 'waiting' check (review_status in ('waiting', 'reviewing', 'approved', 'rejected')),
  review_reason text,
  publication_id uuid,
  created_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create unique index contents_filename on contents (scope, lower(filename));
create index on contents (scope, created_at desc);
create index on contents (folder_id);
create index on contents (object_key);
create index on contents (created_at) where encoding_status between 0 and 3;
call track_versions('contents', 'contents');

create table uploads (
  id uuid primary key,
  scope text not null,
  user_id uuid not null references users on delete cascade,
  profile text not null check (profile in ('video', 'audio', 'text')),
  filename text not null,
  folder_id uuid references folders on delete set null,
  length bigint not null check (length > 0),
  -- Refused: the bytes are not what the name says; nothing of it is kept.
  state text not null default 'uploading' check (state in ('uploading', 'complete', 'cancelled', 'refused')),
  content_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on uploads (state, updated_at);
create table upload_units (
  upload_id uuid not null references uploads on delete cascade,
  unit int not null,
  sha256 bytea not null,
  primary key (upload_id, unit)
);

-- ---------------------------------------------------------------- channels, publications
create table communities (
  id uuid primary key, scope text not null, sport_id text not null references sports,
  application_type text not null default 'coaching' check (application_type in ('coaching', 'science')),
  status text not null default 'approved' check (status in ('pending', 'approved', 'denied')),
  created_at timestamptz not null default now()
);
create index on communities (scope);

create table channels (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  community_id uuid not null references communities,
  sport_id text not null references sports,
  parent_id uuid references channels,
  level int not null default 0 check (level between 0 and 2),
  name text not null,
  description text not null default '',
  logo_image text,
  cover_image text,
  active boolean not null default true,
  position int not null default 0,
  -- Who is named as the educator of the channel's contents.
  author_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create unique index channels_name on channels (scope, lower(name));
create index on channels (sport_id);
call track_versions('channels', 'channels');

create table playlists (
  id uuid primary key, scope text not null, version bigint not null, channel_id uuid not null references channels on delete cascade,
  title text not null, cover_image text, position int not null default 0, created_at timestamptz not null default now()
);
create unique index playlists_title on playlists (channel_id, lower(title));
create index on playlists (channel_id, position);
call track_versions('playlists', 'playlists');

create table publications (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  content_id uuid not null references contents on delete cascade,
  channel_id uuid not null references channels on delete cascade,
  playlist_id uuid references playlists on delete set null,
  playlist_position int not null default 0,
  title text not null,
  description text not null default '',
  cover_image text,
  origin_cover_image text,
  cover_background text,
  custom_tags text[] not null default '{}',
  tag_profile_id uuid references tag_profiles on delete set null,
  tag_item_ids uuid[] not null default '{}',
  pricing text not null check (pricing in ('free', 'member_only')),
  -- False while the content is still being encoded or reviewed.
  is_live boolean not null default false,
  is_deleted boolean not null default false,
  -- Followers are told once.
  announced_at timestamptz,
  published_by uuid not null references users on delete cascade,
  published_at timestamptz not null default now()
);
create unique index publications_one_per_content on publications (content_id) where not is_deleted;
create index on publications (channel_id, published_at desc) where is_live and not is_deleted;
create index on publications (channel_id);
create index on publications (content_id);
create index on publications (playlist_id, playlist_position) where playlist_id is not null;
call track_versions('publications', 'publications');
alter table contents add foreign key (publication_id) references publications on delete set null;

create table publication_stats (
  publication_id uuid primary key references publications on delete cascade,
  views bigint not null default 0,
  ratings int not null default 0,
  relevance bigint not null default 0,
  helpful bigint not null default 0,
  engaging bigint not null default 0
);

create table follows (
  user_id uuid not null references users on delete cascade,
  channel_id uuid not null references channels on delete cascade,
  scope text not null,
  version bigint not null,
  followed_at timestamptz not null default now(),
  primary key (user_id, channel_id)
);
create index on follows (channel_id);
call track_versions('follows', 'follows', 'channel_id');

create table ratings (
  publication_id uuid not null references publications on delete cascade,
  user_id uuid not null references users on delete cascade,
  scope text not null,
  version bigint not null,
  relevance int not null check (relevance between 1 and 5),
  helpful int not null check (helpful between 1 and 5),
  engaging int not null check (engaging between 1 and 5),
  comment text,
  updated_at timestamptz not null default now(),
  primary key (publication_id, user_id)
);
call track_versions('ratings', 'ratings', 'publication_id');

create table views (
  publication_id uuid not null references publications on delete cascade,
  user_id uuid not null references users on delete cascade,
  watched_at timestamptz not null,
  watched_ms bigint not null,
  counted_at timestamptz not null default now()
);
create index on views (publication_id, user_id, watched_at desc);

create table revenue_entries (
  id uuid primary key,
  scope text not null,
  day date not null,
  type text not null check (type in ('content_base', 'views_base', 'standard_marketing_fee', 'custom_marketing_fee', 'withdrawal')),
  amount_cents bigint not null,
  channel_id uuid references channels on delete set null,
  created_at timestamptz not null default now()
);
create index on revenue_entries (scope, day desc);

-- ---------------------------------------------------------------- notifications
create table notifications (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  recipient_type text not null check (recipient_type in ('learner', 'educator')),
  kind text not null,
  -- One notification per cause and person, however often its job runs.
  cause text not null,
  title text not null,
  text text not null,
  image text,
  link text,
  link_title text,
  is_read boolean not null default false,
  sent_at timestamptz not null default now(),
  unique (user_id, cause)
);
create index on notifications (scope, sent_at desc);
call track_versions('notifications', 'notifications');

create table devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid references sessions on delete cascade,
  registration_id text not null,
  registration_hash text not null unique,
  type text not null default 'web',
  created_at timestamptz not null default now()
);
create index on devices (user_id);
