-- Refresh tokens that show a theft, what a person sees of their sessions, and contacts that were verified (D-57, D-58).
alter table sessions
  -- Hash of the attempt that made the current generation; null if its client sent none.
  add column attempt_hash text,
  -- Ended because an older refresh token came back: two hands held it.
  add column is_reused boolean not null default false,
  add column last_seen_at timestamptz,
  -- The first part of the client's network address.
  add column network text;
update sessions set last_seen_at = least(now(), greatest(created_at, expires_at - interval '30 days'));
alter table sessions
  alter column last_seen_at set default now(),
  alter column last_seen_at set not null;

-- Who joined proved the contact that the code was sent to. Only a verified contact is one person's alone.
alter table users
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz;
update users set
  email_verified_at = case communication_method when 'email' then created_at end,
  phone_verified_at = case communication_method when 'text' then created_at end;
alter table users
  drop constraint users_email_key,
  drop constraint users_phone_number_key;
create unique index users_email_key on users (email) where email_verified_at is not null;
create unique index users_phone_number_key on users (phone_number) where phone_verified_at is not null;
create index users_email_claims on users (email);
create index users_phone_number_claims on users (phone_number);
