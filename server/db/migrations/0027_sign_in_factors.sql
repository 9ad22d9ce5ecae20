-- Passkeys of people. Source: decision 0056.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Base64url, as the browser names it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Uses, as the device counts them; 0 for passkeys that are copied between devices.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index on passkeys (user_id, created_at);

-- Two-factor sign-in by an authenticator app. Without `confirmed_at` it is being set up and asks for nothing.
create table two_factor (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted with a key that is made from the server's secret.
  secret text not null,
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used, counted from 1970: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references two_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a sign-in or a new passkey must answer to, once and soon: a challenge of ours, or the second step of a sign-in.
create table sign_in_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('passkey_new', 'passkey_sign_in', 'second_step')),
  user_id uuid references users on delete cascade,
  value_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on sign_in_challenges (expires_at);
create index on sign_in_challenges (user_id);
