-- What an event of the account history is about, e.g. the role that was chosen; never a secret (D-89).
alter table account_events add column detail jsonb not null default '{}';
-- A username changes once in 30 days; null: never changed (D-88).
alter table users add column username_changed_at timestamptz;
-- Codes that confirm a new email address or phone number of an account (D-88).
alter table confirmation_codes drop constraint confirmation_codes_purpose_check,
  add constraint confirmation_codes_purpose_check check (purpose in ('sign_up', 'reset', 'change'));
