-- Who likes a comment (D-168, decision 0049): one like per person. A like goes with its comment and with either person.
create table comment_likes (
  publication_id uuid not null,
  author_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (publication_id, author_id, user_id),
  foreign key (publication_id, author_id) references ratings (publication_id, user_id) on delete cascade
);
create index on comment_likes (user_id, created_at);

-- Apart from the rating, which its author's devices would pull again with each like.
create table comment_like_counts (
  publication_id uuid not null,
  author_id uuid not null,
  likes int not null check (likes >= 0),
  primary key (publication_id, author_id),
  foreign key (publication_id, author_id) references ratings (publication_id, user_id) on delete cascade
);
create trigger comment_liked after insert or delete on comment_likes for each row execute function comment_liked();

-- A call adds and takes back the likes of its own person only, whatever it asks for.
alter table comment_likes enable row level security;
create policy own_rows on comment_likes using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
grant select, insert, delete on comment_likes to sideline_person;
