-- Whether the notification was pushed at once too, to devices that show no sign of life: it waits for a mail only (decision 0133).
alter table digest_entries add column is_pushed boolean not null default false;
