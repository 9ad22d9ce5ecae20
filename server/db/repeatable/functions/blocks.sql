-- The one rule of blocks (decision 0123): it is the same in both directions. Both keys of the table are read by an index.

-- Everybody between whom and a person there is a block.
create or replace function blocked_with(person uuid) returns setof uuid language sql stable parallel safe as $$
  select b.blocked_id from blocks b where b.user_id = person
  union all
  select b.user_id from blocks b where b.blocked_id = person
$$;

-- Whether one of two people blocks the other.
create or replace function is_blocked_between(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (select 1 from blocks b where b.user_id = one and b.blocked_id = other)
    or exists (select 1 from blocks b where b.user_id = other and b.blocked_id = one)
$$;
