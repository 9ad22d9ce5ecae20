-- Age and a guardian's consent (D-250, decision 0065).
alter table users
  -- The day on which the person is 18, a copy of the profile's date of birth; null while that is not known.
  add column adult_on date,
  add column has_guardian_consent boolean not null default false;

update users u set adult_on = (p.date_of_birth + interval '18 years')::date
  + (extract(month from p.date_of_birth) = 2 and extract(day from p.date_of_birth) = 29)::int
from profiles p where p.user_id = u.id and p.date_of_birth is not null;

create trigger copy_age after update of date_of_birth on profiles for each row
  when (old.date_of_birth is distinct from new.date_of_birth) execute function copy_age();

-- Every mail to a guardian, and what the guardian answered. Links hold a token; here is its SHA-256 only.
create table guardian_requests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  guardian_email citext not null check (length(guardian_email) <= 255),
  state text not null default 'asked' check (state in ('asked', 'given', 'refused', 'withdrawn', 'replaced')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  withdrawn_at timestamptz,
  -- The link that asks. It ends with its answer, with a newer request, or at this time.
  ask_hash text unique,
  ask_expires_at timestamptz not null,
  -- The link in the confirmation, which takes the consent back.
  withdraw_hash text unique
);
create index on guardian_requests (user_id, asked_at);
create unique index on guardian_requests (user_id) where state in ('asked', 'given');
