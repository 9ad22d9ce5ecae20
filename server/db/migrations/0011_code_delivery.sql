-- How the last attempt to send a code ended. Codes that belong to no account have it too: then the channel is tried.
alter table confirmation_codes add column sent_at timestamptz, add column failed_at timestamptz;
create index on confirmation_codes (created_at);
