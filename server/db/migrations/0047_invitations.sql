-- Invitations to one friend are codes with a recipient; their status is worked out of these facts (decision 0090).
alter table shareable_codes
  add column id uuid not null default gen_random_uuid() unique,
  add column created_at timestamptz not null default now(),
  -- Where an invitation was sent: one of the two, or none for a code that anybody may be given.
  add column email citext check (char_length(email) <= 320),
  add column phone_number text check (phone_number ~ '^\+[0-9]{5,18}$'),
  add column sport_id text references sports,
  add column starts_at timestamptz,
  add column joined_at timestamptz,
  add column cancelled_at timestamptz,
  add column deleted_at timestamptz,
  -- Messages that were asked for, and that were handed to the mail server or the SMS gateway.
  add column sends_asked int not null default 0,
  add column sends_done int not null default 0,
  add column is_refused boolean not null default false,
  add column reminders int not null default 0,
  add column reminded_at timestamptz,
  -- A code by agreement, beside the one that each approved Creator gets (D-219).
  add column is_custom boolean not null default false,
  add column fee_unit text check (fee_unit in ('currency', 'percent')),
  add column fee_value int check (fee_value > 0),
  add constraint shareable_codes_one_recipient check (num_nonnulls(email, phone_number) <= 1),
  add constraint shareable_codes_fee_whole check (num_nulls(fee_unit, fee_value) in (0, 2));
create index shareable_codes_sender on shareable_codes (sender_id, created_at desc);
-- A person is invited once by the same friend, until that invitation is over.
create unique index shareable_codes_mailed on shareable_codes (sender_id, email)
  where joined_at is null and cancelled_at is null and deleted_at is null;
create unique index shareable_codes_texted on shareable_codes (sender_id, phone_number)
  where joined_at is null and cancelled_at is null and deleted_at is null;

-- Keyed hashes of addresses that want no invitations (D-218).
create table invitation_refusals (
  address_hash text primary key,
  refused_at timestamptz not null default now()
);
