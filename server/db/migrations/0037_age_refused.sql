-- When the person named a date of birth below 13. The date itself is not kept (decision 0074).
alter table users add column age_refused_at timestamptz;
