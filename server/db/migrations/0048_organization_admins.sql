-- Administrators of organizations: exactly one Owner each, and invitations to become one (ADM-*, D-234 to D-236, decision 0092).

-- Until now only an approval made an Owner, so this changes no row that a server has written.
update organization_admins a set role = 'Admin'
where a.role = 'Owner' and exists (
  select 1 from organization_admins b where b.organization_id = a.organization_id and b.role = 'Owner' and b.user_id < a.user_id);
create unique index organization_admins_owner on organization_admins (organization_id) where role = 'Owner';

-- One that was accepted, declined or cancelled is deleted.
create table admin_invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- The person, where the invitation named one or its address belongs to one.
  user_id uuid references users on delete cascade,
  -- The address it was sent to; null for a person who was picked from the list.
  email citext check (char_length(email) <= 320),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  is_mailed boolean not null default false,
  check (num_nonnulls(user_id, email) > 0)
);
create unique index admin_invitations_mailed on admin_invitations (organization_id, email) where email is not null;
create unique index admin_invitations_picked on admin_invitations (organization_id, user_id) where email is null;
create index on admin_invitations (user_id);
create index on admin_invitations (email) where user_id is null;
create index on admin_invitations (invited_by);
create index on admin_invitations (expires_at);
