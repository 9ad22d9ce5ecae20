-- The operator's desk lists all acts, the last one first.
create index on operator_acts (done_at desc, id desc);
