import type pg from 'pg';
import { newId } from '#contract/ids.ts';
import { createAccessTokens } from '#server/calls/access-tokens.ts';

/** A person with an access token, Creator and Member, who needs no sign-in. */
export interface Member {
  userId: string;
  scope: `user:${string}`;
  token: string;
}

/** Inserts people into the database, each with storage, a session and an access token. */
export const addMembers = async (sql: pg.Pool, secret: string, count: number): Promise<Member[]> => {
  const tokens = createAccessTokens(secret);
  const people = Array.from({ length: count }, () => ({ userId: newId(), sessionId: newId() }));
  const ids = people.map(({ userId }) => userId);
  const names = ids.map((id) => `m${id.replaceAll('-', '').slice(-16)}`);
  await sql.query(
    `insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id,
       is_learner, is_educator, is_registration_complete, last_role, adult_on)
     select id, 'user:' || id, name, name || '@example.org', '+1' || right(name, 15), 'x', 'Ana', 'Member', 'email', gen_random_uuid(), true, true, true, 'educator', '2008-01-01'
     from unnest($1::uuid[], $2::text[]) as p(id, name)`,
    [ids, names],
  );
  await sql.query(
    `insert into storage_accounts (scope) select 'user:' || id from unnest($1::uuid[]) as p(id) on conflict do nothing`,
    [ids],
  );
  await sql.query(
    `insert into sessions (id, user_id, expires_at) select s, u, now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) as p(s, u)`,
    [people.map(({ sessionId }) => sessionId), ids],
  );
  return Promise.all(
    people.map(async (person) => ({
      userId: person.userId,
      scope: `user:${person.userId}` as const,
      token: await tokens.sign(person, new Date()),
    })),
  );
};

export interface Channel {
  channelId: string;
  owner: Member;
}

/** Inserts a Creator's channel with followers, in the given sport or in the first one. */
export const addChannel = async (
  sql: pg.Pool,
  owner: Member,
  followers: readonly Pick<Member, 'userId'>[] = [],
  sportId?: string,
): Promise<Channel> => {
  const [communityId, channelId] = [newId(), newId()];
  const { rows } = await sql.query<{ id: string }>('select id from sports order by position limit 1');
  const sport = sportId ?? rows[0]!.id;
  await sql.query('insert into communities (id, scope, sport_id) values ($1, $2, $3)', [
    communityId,
    owner.scope,
    sport,
  ]);
  await sql.query(
    'insert into channels (id, scope, community_id, sport_id, name, author_id) values ($1, $2, $3, $4, $5, $6)',
    [channelId, owner.scope, communityId, sport, `Channel ${channelId.slice(-8)}`, owner.userId],
  );
  await sql.query(
    `insert into follows (user_id, channel_id, scope) select u, $2, 'user:' || u from unnest($1::uuid[]) as p(u)`,
    [followers.map(({ userId }) => userId), channelId],
  );
  return { channelId, owner };
};

/**
 * Publishes contents on a channel, free for everybody.
 *
 * @returns Ids of the publications.
 */
export const addPublications = async (
  sql: pg.Pool,
  { channelId, owner }: Channel,
  count: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [contentId, publicationId] = [newId(), newId()];
    await sql.query(
      `insert into contents (id, scope, title, filename, type, duration, origin_file_size, object_key, media_key, active, approved, is_reserved, encoding_status, review_status, created_by)
       values ($1::uuid, $2, $1::uuid::text, $1::uuid || '.mp4', 'video', 100, 1, 'originals/' || $1::uuid, 'media/' || $1::uuid, true, true, false, 4, 'approved', $3)`,
      [contentId, owner.scope, owner.userId],
    );
    await sql.query(
      `insert into publications (id, scope, content_id, channel_id, title, pricing, is_live, announced_at, published_by) values ($1::uuid, $2, $3, $4, $1::uuid::text, 'free', true, now(), $5)`,
      [publicationId, owner.scope, contentId, channelId, owner.userId],
    );
    await sql.query('insert into publication_stats (publication_id) values ($1)', [publicationId]);
    await sql.query('update contents set publication_id = $1 where id = $2', [publicationId, contentId]);
    ids.push(publicationId);
  }
  return ids;
};

/**
 * Adds an unread notification for each person.
 *
 * @returns Their ids, in the order of the people.
 */
export const addNotifications = async (sql: pg.Pool, members: readonly Pick<Member, 'userId'>[]): Promise<string[]> => {
  const ids = members.map(() => newId());
  await sql.query(
    `insert into notifications (id, scope, user_id, recipient_type, kind, cause, title, text)
     select id, 'user:' || u, u, 'learner', 'welcome', 'test:' || id, 'Hello', 'Hello' from unnest($1::uuid[], $2::uuid[]) as p(id, u)`,
    [ids, members.map(({ userId }) => userId)],
  );
  return ids;
};
