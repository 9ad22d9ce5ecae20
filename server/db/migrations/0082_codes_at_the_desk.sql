-- An operator's pause of a code, which its Creator does not lift (D-291, decision 0129).
alter table shareable_codes add column is_held boolean not null default false;
-- Codes that operators look through; invitations are far more.
create index shareable_codes_of_desk on shareable_codes (created_at desc, code) where kind <> 'invitation';
