-- Since when the person's mail address is known to take no mail (decision 0133). Null: mails are sent there.
alter table users add column email_unreachable_since timestamptz;
