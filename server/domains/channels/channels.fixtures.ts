import { createHash } from 'node:crypto';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import type { Db } from '#server/db/database.ts';
import type { JobName, JobWorks } from '#server/jobs/jobs.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

/** Adds rows that calls of other areas need. */
export const createRows = (db: Db) => {
  const addPicture = async (scope: string, width = 1372, height = 848): Promise<string> => {
    const sha256 = createHash('sha256').update(newId()).digest('hex');
    await db
      .insertInto('files')
      .values({
        scope,
        sha256,
        picture: `/pictures/${sha256.slice(0, 32)}.jpg`,
        content_type: 'image/jpeg',
        size: 1,
        width,
        height,
      })
      .execute();
    return sha256;
  };
  const addCommunity = async (
    scope: string,
    facts: { sport_id?: string; status?: string; application_type?: string; science_expertise?: string } = {},
  ): Promise<string> => {
    const id = newId();
    await db
      .insertInto('communities')
      .values({ id, scope, sport_id: 'soccer', ...facts })
      .execute();
    return id;
  };
  const addChannel = async (owner: TestPerson, sport = 'soccer', scope = owner.scope): Promise<string> => {
    const [community, id] = [await addCommunity(scope, { sport_id: sport }), newId()];
    await db
      .insertInto('channels')
      .values({
        id,
        scope,
        community_id: community,
        sport_id: sport,
        name: `Channel ${id.slice(-6)}`,
        author_id: owner.userId,
      })
      .execute();
    return id;
  };
  const addContent = async (
    owner: TestPerson,
    facts: { approved?: boolean; type?: string; duration?: number | null } = {},
  ): Promise<string> => {
    const { approved = true, type = 'video', duration = 120 } = facts;
    const id = newId();
    await db
      .insertInto('contents')
      .values({
        id,
        scope: owner.scope,
        title: `Content ${id.slice(-6)}`,
        filename: `${id}.mp4`,
        type,
        duration,
        origin_file_size: 1,
        created_by: owner.userId,
        progressive_size: 1234,
        approved,
        active: approved,
        encoding_status: approved ? 4 : 3,
        object_key: `originals/${id}`,
        media_key: approved ? `media/${id}` : null,
        waveform: type === 'audio' ? `/pictures/${id}.svg` : null,
      })
      .execute();
    return id;
  };
  return { addPicture, addCommunity, addChannel, addContent };
};

export const createMembers = (db: Db) => {
  const subscribe = (person: TestPerson, sport: string, type = 'subscribed') =>
    db
      .insertInto('subscriptions')
      .values({ id: newId(), scope: person.scope, user_id: person.userId, sport_id: sport, type })
      .execute();
  const addOrganization = async (owner: TestPerson): Promise<string> => {
    const id = newId();
    await db.insertInto('organizations').values({ id, name: 'Klub', status: 'approved' }).execute();
    await db
      .insertInto('organization_admins')
      .values({ organization_id: id, user_id: owner.userId, role: 'Owner' })
      .execute();
    return `org:${id}`;
  };
  return { subscribe, addOrganization };
};

const createPublish =
  (server: TestServer, { addChannel, addContent, addPicture }: ReturnType<typeof createRows>) =>
  async (
    owner: TestPerson,
    facts: {
      channelId?: string;
      contentId?: string;
      pricing?: 'free' | 'member_only';
      id?: string;
      key?: string;
      title?: string;
    } = {},
  ) => {
    const channelId = facts.channelId ?? (await addChannel(owner));
    const contentId = facts.contentId ?? (await addContent(owner));
    const id = facts.id ?? newId();
    const coverImage = await addPicture(owner.scope);
    const answer = await server.call(
      `POST /channels/${channelId}/published-contents`,
      {
        id,
        contentId,
        title: facts.title ?? 'Receive on the half turn',
        coverImage,
        pricingCategory: facts.pricing ?? 'member_only',
      },
      { as: owner, ...(facts.key ? { key: facts.key } : {}) },
    );
    return { id, channelId, contentId, answer };
  };

/** A server with the sports of the product. Its workers take jobs and leave them: tests run one when they mean it to run. */
export const startCommunity = async (works: Partial<JobWorks> = {}, env: NodeJS.ProcessEnv = {}) => {
  const server = await startTestServer({ handlers, routes: [], isPartial: true }, env);
  const { db } = server.services.database;
  await seedReference(db);
  await server.work({ ...NO_WORKS, ...works });

  const rows = createRows(db);
  const notificationsOf = (person: TestPerson) =>
    db
      .selectFrom('notifications')
      .select(['kind', 'text', 'link', 'recipient_type'])
      .where('user_id', '=', person.userId)
      .orderBy('sent_at')
      .execute();
  /** Data of all jobs that were ever sent to a queue. */
  const sentJobs = async (name: JobName): Promise<Record<string, unknown>[]> =>
    (
      await server.services.database.pool.query('select data from jobs.job where name = $1 order by created_on', [name])
    ).rows.map(({ data }) => data);

  return {
    server,
    services: server.services,
    db,
    ...rows,
    ...createMembers(db),
    publish: createPublish(server, rows),
    notificationsOf,
    sentJobs,
  };
};
export type TestCommunity = Awaited<ReturnType<typeof startCommunity>>;
