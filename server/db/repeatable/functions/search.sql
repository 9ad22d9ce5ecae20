-- Search (decision 0069): how a text becomes words, which rows have a document, and which documents a text finds.

-- Lower case and without accents, so that "Garçon" and "garcon" are the same.
create or replace function search_fold(t text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(translate(lower(regexp_replace(normalize(t, NFKD), '[\u0300-\u036f]', '', 'g')), 'øłđı', 'oldi'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

-- The words of a text: runs of letters and digits. Everything else separates them, so that no character of a text can be
-- an operator of a query.
create or replace function search_terms(t text, most int) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(w order by n), '{}') from (
    select left(w, 60) as w, n from regexp_split_to_table(search_fold(t), '[^[:alnum:]]+') with ordinality s(w, n)
    where w <> '' order by n limit most) words
$$;

create or replace function search_weighted(t text, weight text) returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(format('''%s'':%s%s', w, n, weight), ' '), '')::tsvector
  from unnest(search_terms(t, 60)) with ordinality s(w, n)
$$;

create or replace function search_vector(title text, names text, marks text[]) returns tsvector language sql immutable parallel safe as $$
  select search_weighted(title, 'A') || search_weighted(names, 'B') || array_to_tsvector(array_remove(marks, null))
$$;

-- Each word may go on: people search while they type. Null for a text without words.
create or replace function search_query(terms text[], marks text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg(part, ' & ')::tsquery from (
    select format('''%s'':*', w) as part from unnest(terms) w
    union all select format('''%s''', m) from unnest(marks) m where m is not null) parts
$$;

-- Captions (decision 0124): the words of some lines.
create or replace function search_said_vector(said text) returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(format('''%s'':%s', w, n), ' '), '')::tsvector from unnest(search_terms(said, 1000)) with ordinality s(w, n)
$$;

-- One or two plain letters do not go on as they do in titles: nearly every passage has a word that begins so. In writings without
-- spaces a run of letters is a sentence, so those go on.
create or replace function search_said_query(terms text[], marks text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg(part, ' & ')::tsquery from (
    select format(case when w ~ '^[a-z0-9]{1,2}$' then '''%s''' else '''%s'':*' end, w) as part from unnest(terms) w
    union all select format('''%s''', m) from unnest(marks) m where m is not null) parts
$$;

-- The passages of captions: lines of about 600 characters, 40 seconds of speech. The first line of a passage also ends the
-- one before, so that words on both sides of the edge are found together.
create or replace function search_passages_of(cues jsonb) returns table (place int, first_cue int, last_cue int, words tsvector)
language sql immutable parallel safe as $$
  with lines as (select n::int - 1 as cue, c ->> 'text' as said from jsonb_array_elements(cues) with ordinality e(c, n)),
    placed as (select cue, said, ((sum(length(said)) over (order by cue) - length(said)) / 600)::int as place from lines),
    edges as (select cue, said, place, lag(place) over (order by cue) as before from placed)
  select l.place, min(l.cue), max(l.cue), search_said_vector(string_agg(l.said, ' ' order by l.cue)) from (
    select e.cue, e.said, e.place from edges e
    union all select e.cue, e.said, e.before from edges e where e.before < e.place) l
  group by l.place
$$;

-- On a scale of logarithms, so that it changes rarely. Without its own ratings and views a row has nothing.
create or replace function search_boost(views numeric, ratings numeric, mean numeric) returns real language sql immutable parallel safe as $$
  select round((ln(1 + coalesce(views, 0)) + case when ratings >= 3 then (mean * ratings + 3.5 * 5) / (ratings + 5) else 0 end)::numeric, 1)::real
$$;

-- The documents of some rows: of those that everybody may see. This is the only place that says what is found.
create or replace function search_rows(wanted text, ids text[]) returns table (id text, title text, words tsvector, boost real) language plpgsql stable as $$
begin
  if wanted = 'content' then
    return query select p.id::text, p.title, search_vector(p.title, array_to_string(p.custom_tags, ' '), array['k:content', 's:' || p.sport_id]),
        search_boost(s.views, s.ratings, (s.relevance + s.helpful + s.engaging)::numeric / nullif(3 * s.ratings, 0))
      from publications p join channels c on c.id = p.channel_id and c.active join users u on u.id = c.author_id and not u.is_suspended and u.deleted_at is null
        left join publication_stats s on s.publication_id = p.id
      where p.id = any(ids::uuid[]) and p.is_live and not p.is_deleted;
  elsif wanted = 'channel' then
    return query select c.id::text, c.name, search_vector(c.name, '', array['k:channel', 's:' || c.sport_id]),
        search_boost((select count(*) from follows f where f.channel_id = c.id), 0, 0)
      from channels c join users u on u.id = c.author_id and not u.is_suspended and u.deleted_at is null
      where c.id = any(ids::uuid[]) and c.active;
  elsif wanted = 'playlist' then
    return query select l.id::text, l.title, search_vector(l.title, '', array['k:playlist', 's:' || c.sport_id]),
        search_boost((select count(*) from follows f where f.channel_id = c.id), 0, 0)
      from playlists l join channels c on c.id = l.channel_id and c.active join users u on u.id = c.author_id and not u.is_suspended and u.deleted_at is null
      where l.id = any(ids::uuid[]);
  elsif wanted = 'educator' then
    return query select u.id::text, u.first_name || ' ' || u.last_name, search_vector(u.first_name || ' ' || u.last_name, u.username::text,
        array['k:educator'] || coalesce((select array_agg(distinct 's:' || c.sport_id) from channels c where c.author_id = u.id and c.active), '{}')),
        search_boost((select count(*) from follows f join channels c on c.id = f.channel_id where c.author_id = u.id and c.active), 0, 0)
      from users u where u.id = any(ids::uuid[]) and u.is_educator and u.is_registration_complete and not u.is_suspended and u.deleted_at is null;
  else
    return query select sp.id, sp.name, search_vector(sp.name, '', array['k:sport', 's:' || sp.id]), 0::real
      from sports sp where sp.id = any(ids) and sp.is_active;
  end if;
end $$;

-- Writes the documents of some rows again, and deletes those of rows that nobody may find any more.
create or replace function search_refresh(wanted text, ids text[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  delete from search_documents d where d.kind = wanted and d.id = any(ids) and d.id not in (select r.id from search_rows(wanted, ids) r);
  insert into search_documents as d (kind, id, title, folded, words, boost)
    select wanted, r.id, r.title, left(search_fold(r.title), 300), r.words, r.boost from search_rows(wanted, ids) r
    on conflict (kind, id) do update set title = excluded.title, folded = excluded.folded, words = excluded.words, boost = excluded.boost
      where (d.title, d.words, d.boost) is distinct from (excluded.title, excluded.words, excluded.boost);
  if wanted = 'content' then perform search_refresh_passages(ids::uuid[]); end if;
end $$;

-- Writes the passages of some publications again where their captions or their sport changed, and deletes those of what nobody
-- may find any more: what has no document has no passages. Migrations before the one that makes the table write documents too.
create or replace function search_refresh_passages(ids uuid[]) returns void language plpgsql as $$
begin
  if to_regclass('search_passages') is null then return; end if;
  delete from search_passages s where s.publication_id = any(ids) and not exists (
    select from publications p join search_documents d on d.kind = 'content' and d.id = p.id::text join captions t on t.content_id = p.content_id
    where p.id = s.publication_id and t.language = s.language and t.version = s.version and p.sport_id = s.sport_id);
  insert into search_passages (publication_id, language, place, version, sport_id, first_cue, last_cue, words)
    select p.id, t.language, l.place, t.version, p.sport_id, l.first_cue, l.last_cue, l.words || array_to_tsvector(array['s:' || p.sport_id])
    from publications p join search_documents d on d.kind = 'content' and d.id = p.id::text join captions t on t.content_id = p.content_id
      cross join lateral search_passages_of(t.cues) l
    where p.id = any(ids) and l.words <> '' and not exists (
      select from search_passages s where s.publication_id = p.id and s.language = t.language)
    on conflict do nothing;
end $$;

-- Counts the words of all documents again. Words with a colon are marks.
create or replace function search_refresh_words() returns void language plpgsql as $$
begin
  create temp table search_counted on commit drop as
    select w.word, w.ndoc from ts_stat('select words from search_documents') w where strpos(w.word, ':') = 0;
  delete from search_words w where not exists (select 1 from search_counted c where c.word = w.word);
  insert into search_words as w (word, documents) select c.word, c.ndoc from search_counted c
    on conflict (word) do update set documents = excluded.documents where w.documents <> excluded.documents;
  drop table search_counted;
end $$;

-- What hides a channel hides what is on it.
create or replace function search_refresh_channel(channel uuid) returns void language plpgsql as $$
begin
  perform search_refresh('channel', array[channel::text]);
  perform search_refresh('content', array(select p.id::text from publications p where p.channel_id = channel));
  perform search_refresh('playlist', array(select l.id::text from playlists l where l.channel_id = channel));
end $$;

create or replace function search_channel_changed() returns trigger language plpgsql as $$
declare row_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  if tg_op = 'UPDATE' and (old.active, old.author_id, old.sport_id) is not distinct from (new.active, new.author_id, new.sport_id) then
    perform search_refresh('channel', array[row_id::text]);
    return null;
  end if;
  perform search_refresh_channel(row_id);
  perform search_refresh('educator', array(select distinct a::text from unnest(array[
    case when tg_op <> 'INSERT' then old.author_id end, case when tg_op <> 'DELETE' then new.author_id end]) a where a is not null));
  return null;
end $$;

create or replace function search_publication_changed() returns trigger language plpgsql as $$
begin
  perform search_refresh('content', array[(case when tg_op = 'DELETE' then old.id else new.id end)::text]);
  return null;
end $$;

create or replace function search_captions_changed() returns trigger language plpgsql as $$
begin
  perform search_refresh_passages(array(
    select p.id from publications p where p.content_id = case when tg_op = 'DELETE' then old.content_id else new.content_id end));
  return null;
end $$;

create or replace function search_playlist_changed() returns trigger language plpgsql as $$
begin
  perform search_refresh('playlist', array[(case when tg_op = 'DELETE' then old.id else new.id end)::text]);
  return null;
end $$;

create or replace function search_user_changed() returns trigger language plpgsql as $$
declare person uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform search_refresh('educator', array[person::text]);
  if tg_op = 'UPDATE' and (old.is_suspended, old.deleted_at) is distinct from (new.is_suspended, new.deleted_at) then
    perform search_refresh_channel(c.id) from channels c where c.author_id = person;
  end if;
  return null;
end $$;

create or replace function search_sport_changed() returns trigger language plpgsql as $$
begin
  perform search_refresh('sport', array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

/*
 * The documents of a kind that a query finds, best first. The work is bounded however common the words are: the first
 * 1,000 that the index of words gives, those among the 2,000 best of the kind, and those with this very title. Contents and all
 * other kinds have an index each: the conditions on `kind` are written out, so that the planner sees which one it may use.
 */
create or replace function search_hits(wanted text, terms text[], sport text, folded_text text) returns table (id text, place bigint)
language sql stable set enable_seqscan = off as $$
  with asked as (select search_query(terms, array['s:' || sport]) as q)
  select h.id, row_number() over (order by max(h.score) desc, h.id) from (
    select c.id, ts_rank(c.words, c.q) * 2 + c.boost / 10
      + case when c.folded = folded_text then 4 when starts_with(c.folded, folded_text) then 2 else 0 end as score
    from (
      (select d.id, d.words, d.boost, d.folded, q.q from asked q, search_documents d
        where wanted = 'content' and d.kind = 'content' and d.words @@ search_query(terms, array['s:' || sport]) limit 1000)
      union all
      (select d.id, d.words, d.boost, d.folded, q.q from asked q, search_documents d
        where wanted <> 'content' and d.kind <> 'content' and d.words @@ search_query(terms, array['k:' || wanted, 's:' || sport]) limit 1000)
      union all
      (select d.id, d.words, d.boost, d.folded, q.q from asked q, (
        select * from search_documents b where b.kind = wanted order by b.boost desc, b.id limit 2000) d where d.words @@ q.q)
      union all
      (select d.id, d.words, d.boost, d.folded, q.q from asked q, search_documents d
        where d.kind = wanted and d.folded = folded_text and d.words @@ q.q limit 100)
    ) c) h
  group by h.id
$$;

-- The lines of a passage: `{ language, cues }`.
create or replace function search_lines(publication uuid, spoken text, passage int) returns json language sql stable set enable_seqscan = off as $$
  select json_build_object('language', spoken, 'cues', jsonb_path_query_array(t.cues, '$[$first to $last]',
    jsonb_build_object('first', s.first_cue, 'last', s.last_cue)))
  from search_passages s join publications p on p.id = s.publication_id join captions t on t.content_id = p.content_id and t.language = s.language
  where s.publication_id = publication and s.language = spoken and s.place = passage
$$;

-- A word that begins with a text. Comparing by characters uses the index, which a pattern that is no constant does not.
create or replace function search_known(beginning text) returns text language sql stable as $$
  select w.word from search_words w where w.word ~>=~ beginning and w.word ~<~ (beginning || chr(1114111)) order by w.word using ~<~ limit 1
$$;

-- The terms with each one that no document has replaced: by the word with two letters the other way round, the mistake that
-- is made most, else by the word that is most like it. Source: decision 0069.
create or replace function search_corrected(terms text[]) returns text[] language sql stable set enable_seqscan = off as $$
  select array_agg(coalesce(case when search_known(t.term) is null then coalesce(swapped.word, alike.word) end, t.term) order by t.n)
  from unnest(terms) with ordinality t(term, n)
    left join lateral (
      select search_known(s.term) as word
      from generate_series(1, length(t.term) - 1) i,
        lateral (select overlay(t.term placing reverse(substr(t.term, i, 2)) from i for 2) as term) s
      where search_known(t.term) is null and length(t.term) >= 3 and search_known(s.term) is not null limit 1) swapped on true
    left join lateral (
      select w.word from search_words w where swapped.word is null and search_known(t.term) is null and length(t.term) >= 3 and w.word % t.term
      order by similarity(w.word, t.term) desc, w.documents desc, w.word limit 1) alike on true
$$;
