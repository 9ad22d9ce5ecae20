-- Questions of the sport bios, which start with the seeds, and the answers of people (PRO-033, D-85, D-334).
create table sport_bio_questions (
  sport_id text not null references sports on delete cascade,
  id text not null,
  question text not null check (length(question) between 1 and 200),
  position int not null,
  primary key (sport_id, id)
);
create table sport_bio_answers (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  sport_id text not null,
  question_id text not null,
  answer text not null check (length(answer) between 1 and 300),
  unique (scope, sport_id, question_id),
  foreign key (sport_id, question_id) references sport_bio_questions on delete cascade
);
call track_versions('sport_bio_answers', 'bioAnswers');

-- Messages to support, mailed by a job (D-170). Those of people without an account have no scope and are not synced.
create table support_requests (
  id uuid primary key,
  scope text not null,
  version bigint not null,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('contact', 'technical')),
  topic text not null check (length(topic) between 1 and 100),
  message text not null check (length(message) between 1 and 2000),
  screenshot text,
  email text,
  diagnostics text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
call track_versions('support_requests', 'supportRequests');
create index on support_requests (user_id, created_at);

create table guest_support_requests (
  id uuid primary key,
  topic text not null check (length(topic) between 1 and 100),
  message text not null check (length(message) between 1 and 2000),
  email text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

-- Answers of the University that named pages which do not exist, or not the shortest way; edited ones stay.
update page_blocks b set answer = n.new from (values
  ('The dashboard shows revenue by day, week, month and year.', 'Sideline does not show revenue yet. Until it does, ask “Contact support” in Help & Support.'),
  ('Set a new password: that ends every session on every device.', 'Open Account Settings, then Devices, and choose “Sign out of all other devices”. A new password also ends every session on every device.'),
  ('Yes. The Owner invites Admins, who publish and manage channels for it.', 'Yes. Its Admins publish and manage channels for it. To add one, write to “Contact support” in Help & Support.'),
  ('Choose “Apply to become a Creator” and tell us about your experience in your sport. We look at every application.', 'Choose “Apply as a Creator” beside your roles in the menu, once it is open, and tell us about your experience in your sport. We look at every application.')
) n(old, new) where b.page_name = 'university' and b.answer = n.old;
