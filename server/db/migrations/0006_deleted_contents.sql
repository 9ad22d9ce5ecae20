-- A deleted content leaves its publications behind, unpublished: ratings and views stay in the statistics (decisions D-95).
alter table publications alter column content_id drop not null;
alter table publications drop constraint publications_content_id_fkey;
alter table publications add foreign key (content_id) references contents on delete set null;

-- Nobody's library shows them any more: for the owner's devices they are gone (own_publications has those with a content).
create trigger leave_tombstone_of_content after update of content_id on publications
  for each row when (old.content_id is not null and new.content_id is null) execute function leave_tombstone('publications', 'id');
