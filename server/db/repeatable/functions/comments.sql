-- The number of likes of each comment. With the rights of the owner: who likes has none to the sums.
create or replace function comment_liked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into comment_like_counts as c (publication_id, author_id, likes) values (new.publication_id, new.author_id, 1)
      on conflict (publication_id, author_id) do update set likes = c.likes + 1;
  else
    update comment_like_counts set likes = likes - 1 where publication_id = old.publication_id and author_id = old.author_id;
  end if;
  return null;
end $$;
