-- Where a person stopped watching (decision 0076). Synced, so that every device goes on from there.
create table watch_places (
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  publication_id uuid not null references publications on delete cascade,
  position_ms int not null check (position_ms >= 0),
  -- The time on the device, corrected by the server's clock. The latest one wins.
  watched_at timestamptz not null,
  -- When it was taken out of Continue watching.
  removed_at timestamptz,
  primary key (scope, publication_id)
);
create index watch_places_of_publication on watch_places (publication_id);
create index watch_places_of_user on watch_places (user_id);
call track_versions('watch_places', 'watchPlaces', 'publication_id');
