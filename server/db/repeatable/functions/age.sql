-- Age (D-250, decision 0065).

-- The day on which a person is 18. contract/profiles-fields.ts (adultOn) computes the same; a test compares both. PostgreSQL
-- makes 28 February of 29 February plus 18 years, a day too early.
create or replace function adult_day(born date) returns date language sql immutable as $$
  select (born + interval '18 years')::date + (extract(month from born) = 2 and extract(day from born) = 29)::int
$$;

-- The check of every session reads the person's row only.
create or replace function copy_age() returns trigger language plpgsql as $$
begin
  update users set adult_on = adult_day(new.date_of_birth) where id = new.user_id;
  return null;
end $$;
