-- What is said in the captions of published contents, in passages of some lines (decision 0124). Triggers write them
-- (repeatable/functions/search.sql); those of contents that were there before come with the hourly run of the job.
create table search_passages (
  publication_id uuid not null references publications on delete cascade,
  language text not null,
  -- Number of the passage in its language.
  place int not null,
  -- The version of the captions and the sport that it was made of: a passage of others is out of date.
  version int not null,
  sport_id text not null,
  -- Its lines: positions in captions.cues, from 0.
  first_cue int not null,
  last_cue int not null,
  -- Words of the lines, and the mark `s:<sport>`.
  words tsvector not null,
  primary key (publication_id, language, place)
);
create index search_passages_words on search_passages using gin (words);

create trigger search_changed after insert or delete or update of cues on captions
  for each row execute function search_captions_changed();
-- A file that is deleted takes its captions along, and leaves its publication without a content.
drop trigger search_changed on publications;
create trigger search_changed after insert or delete or update of title, custom_tags, is_live, is_deleted, channel_id, sport_id, content_id on publications
  for each row execute function search_publication_changed();
