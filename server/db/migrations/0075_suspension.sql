-- What a suspension at the desk switched off, for its undo: ids of hidden and handed over channels (decision 0120). Null for everybody
-- else, and for whom a command on the database suspended. Why, when and by whom stands in operator_acts.
alter table users add column suspension jsonb;
