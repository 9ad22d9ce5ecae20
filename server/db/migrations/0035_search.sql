-- What the search reads (decision 0069): one row per channel, content, playlist, Creator and sport that everybody may find.
-- Triggers write it (repeatable/functions/search.sql). Nothing hidden, unpublished, suspended or deleted has a row.
create table search_documents (
  kind text not null check (kind in ('channel', 'content', 'playlist', 'educator', 'sport')),
  id text not null,
  -- As people see it, for suggestions.
  title text not null,
  -- Lower case and without accents.
  folded text not null,
  -- Words of the title, the usernames or tags, and the marks `k:<kind>` and `s:<sport>`.
  words tsvector not null,
  -- How much it is watched, rated and followed; refreshed by a job.
  boost real not null default 0,
  primary key (kind, id)
);
create index search_documents_words on search_documents using gin (words);
create index search_documents_best on search_documents (kind, boost desc, id);
create index search_documents_folded on search_documents (kind, folded text_pattern_ops);

-- Every word of the documents, to correct what was mistyped; refreshed by a job.
create table search_words (word text primary key, documents int not null);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

create trigger search_changed after insert or delete or update of name, active, author_id, sport_id on channels
  for each row execute function search_channel_changed();
create trigger search_changed after insert or delete or update of title, custom_tags, is_live, is_deleted, channel_id, sport_id on publications
  for each row execute function search_publication_changed();
create trigger search_changed after insert or delete or update of title, channel_id on playlists
  for each row execute function search_playlist_changed();
create trigger search_changed after insert or delete or update of first_name, last_name, username, is_educator, is_registration_complete, is_suspended, deleted_at on users
  for each row execute function search_user_changed();
create trigger search_changed after insert or delete or update of name, is_active on sports
  for each row execute function search_sport_changed();

select search_refresh(kind, ids) from (
  select 'channel' as kind, array_agg(id::text) as ids from channels
  union all select 'content', array_agg(id::text) from publications
  union all select 'playlist', array_agg(id::text) from playlists
  union all select 'educator', array_agg(id::text) from users
  union all select 'sport', array_agg(id) from sports) a where ids is not null;
select search_refresh_words();

-- The last texts that a person searched for (D-202). Synced, so that they are there offline.
create table search_history (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  text text not null check (length(text) between 1 and 255),
  searched_at timestamptz not null default now()
);
create unique index search_history_text on search_history (scope, lower(text));
call track_versions('search_history', 'searchHistory');
