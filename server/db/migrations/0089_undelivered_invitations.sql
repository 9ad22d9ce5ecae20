-- Since when the address of an invitation, or of a guardian who was asked, is known to take no mail (decision 0135).
alter table shareable_codes add column undelivered_at timestamptz;
alter table admin_invitations add column undelivered_at timestamptz;
alter table guardian_requests add column undelivered_at timestamptz;
