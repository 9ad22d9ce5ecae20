-- Applications of Creators and registrations of organizations (APP-*, D-222 to D-233, decision 0088).

-- ---------------------------------------------------------------- reference data, from the seeds
create table science_areas (
  id text primary key,
  name text not null,
  position int not null
);
create table science_educations (
  id text primary key,
  area_id text not null references science_areas on delete cascade,
  name text not null,
  based_on text not null check (based_on in ('degree', 'license')),
  position int not null
);
create table application_questions (
  application_type text not null check (application_type in ('coaching', 'science')),
  id text not null,
  category_id text not null,
  category text not null,
  -- `{sport}` is replaced by the name of the sport.
  question text not null,
  kind text not null check (kind in ('slider', 'yes_no', 'tags')),
  tags jsonb not null default '[]',
  position int not null,
  primary key (application_type, id)
);

-- ---------------------------------------------------------------- applications
create table applications (
  id uuid primary key,
  scope text not null,
  user_id uuid not null references users on delete cascade,
  sport_id text not null references sports,
  application_type text not null check (application_type in ('coaching', 'science')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  -- As it was sent, without the answers.
  data jsonb not null,
  -- Each answer with the words that its question had.
  answers jsonb not null,
  invitation_code text references shareable_codes on delete set null,
  -- The points, once they are worked out.
  result jsonb,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Null: approved by its points.
  decided_by uuid references users on delete set null,
  reason text check (length(reason) <= 1000),
  -- When the role became available again after a denial.
  reopened_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
-- One at a time for a sport; a denied one can be repeated.
create unique index applications_open on applications (user_id, sport_id, application_type) where status <> 'denied';
-- A code gives its points to one application of a person.
create unique index applications_code on applications (user_id, invitation_code) where invitation_code is not null;
create index on applications (status, created_at);

create table application_documents (
  scope text not null,
  user_id uuid not null references users on delete cascade,
  -- Of the bytes as they were sent.
  sha256 text not null,
  object_key text not null unique,
  content_type text not null,
  size int not null,
  created_at timestamptz not null,
  primary key (user_id, sha256)
);

create table application_drafts (
  scope text not null,
  user_id uuid not null references users on delete cascade,
  name text not null,
  version int not null,
  step text not null,
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, name)
);

-- ---------------------------------------------------------------- organizations
alter table organizations
  add column registered_by uuid references users on delete set null,
  add column sports text[] not null default '{}',
  -- What the registration said; the second part comes with a second call.
  add column registration jsonb,
  add column is_described boolean not null default false,
  add column needs_library boolean not null default false,
  add column library_copied_at timestamptz,
  add column decided_at timestamptz,
  add column decided_by uuid references users on delete set null,
  add column reason text check (length(reason) <= 1000);
create unique index organizations_pending on organizations (registered_by) where status = 'pending' and registered_by is not null;
create index on organizations (status, created_at);

-- ---------------------------------------------------------------- acts of the operator: who, when, why
create table operator_acts (
  id uuid primary key,
  actor_id uuid references users on delete set null,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  reason text not null,
  detail jsonb not null default '{}',
  done_at timestamptz not null
);
create index on operator_acts (subject_kind, subject_id);
