-- The organization that a person of several acts for; null: the first by name (decision 0093).
alter table users add column organization_id uuid references organizations on delete set null;
