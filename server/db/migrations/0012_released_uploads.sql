-- The room of an upload without a new unit for a day is released; its next unit reserves it again (D-118).
alter table uploads add column is_reserved boolean not null default true;
