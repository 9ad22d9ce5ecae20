-- Channels and playlists that a superadmin shows first on Explore (EXP-008, D-197).
create table featured (
  id uuid primary key default gen_random_uuid(),
  channel_id uuid unique references channels on delete cascade,
  playlist_id uuid unique references playlists on delete cascade,
  position int not null,
  check (num_nonnulls(channel_id, playlist_id) = 1)
);

-- The newest content of a playlist, and of a channel or playlist at one price.
create index publications_of_playlist on publications (playlist_id, published_at desc, id) where is_live and not is_deleted and playlist_id is not null;
