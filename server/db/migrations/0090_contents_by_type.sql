-- The Library's list of one type: its page in order, and its count from the index alone.
create index contents_by_type on contents (scope, type, created_at desc, id desc) where archived_until is null;
