-- When a publication was held back because the edit that it waited for was not made; null if it was not. Its owner decides
-- then (decision 0064).
alter table publications add column held_at timestamptz;
-- The parts that finished edits of the video have kept, in order: {startMs, endMs}, each at the times of the video before it.
-- Captions that were written before an edit, and come after it, are moved by them.
alter table contents add column cuts jsonb not null default '[]';
-- Whether what cut_reason tells is the failure of an edit, and not of a new file. As long as it is told.
alter table contents add column cut_failed boolean not null default false;
update contents set cut_failed = true
  where cut_status < 0 and (cut_reason like 'The edit could not be made.%' or cut_reason like 'There is no room for the edit.%');
update publications p set held_at = now() from contents c
  where c.id = p.content_id and c.cut_failed and not p.is_live and not p.is_deleted;
