-- A recording is sent while it is made (decision 0042): its upload grows until the last chunk says how long it is and
-- where its clips begin.
alter table uploads
  add column is_growing boolean not null default false,
  add column clips jsonb;
-- The clips of a recording that are not joined yet, as their first bytes; null of any other content.
alter table contents add column clips jsonb;
