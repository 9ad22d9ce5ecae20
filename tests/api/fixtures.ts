import { newId, organizationScope } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { serveMedia } from '#server/http/media.ts';
import { hashPassword } from '#server/domains/auth/secrets.ts';
import type { Services } from '#server/services.ts';
import type { JobWorks } from '#server/jobs/jobs.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { addDeletedRows, addFollowerRows, addRows, type Rows } from './rows.ts';
import { keepSnapshot } from './snapshot.ts';

/** Facts about a person, as the test made them: the matrix expects by these, never by the server's own view. */
export interface Facts {
  session: 'none' | 'expired' | 'revoked' | 'live';
  isComplete: boolean;
  isLearner: boolean;
  isEducator: boolean;
  isSuperadmin: boolean;
  /** Scopes the person acts for. */
  scopes: readonly string[];
  /** Sports whose Member-Only contents are open to them. */
  sports: readonly string[];
}

export interface Actor {
  name: string;
  facts: Facts;
  userId: string;
  userScope: string;
  /** The scope this person works in. */
  scope: string;
  token: string | undefined;
}

export interface World {
  server: TestServer;
  actors: Actor[];
  actor(name: string): Actor;
  /** Rows of the person's scope, with the rows that are theirs in every scope. */
  rows(actor: Actor): Rows;
  /** Rows as in `rows` that were deleted. */
  deleted(actor: Actor): Rows;
  /** Another person's rows, and their owner. */
  other(actor: Actor): Rows;
  strangerTo(actor: Actor): Actor;
  missing(): Rows;
  close(): Promise<void>;
}

export const SPORT = 'soccer';
export const PASSWORD = 'Corner-Flag-27!';
const DAY_MS = 86_400_000;

/** A server with every call and one set of people and rows, which `restore()` brings back. */
export const startWorld = async (): Promise<World> => {
  const server = await startTestServer({ handlers, routes: [serveMedia] });
  const { database } = server.services;
  await seedReference(database.db);
  await addCodes(server.services);
  // Jobs are queued and taken but do nothing: only the effects of the call itself count.
  const nothing = { run: async () => {} };
  await server.work({
    'media.prepare': nothing,
    'publication.announce': nothing,
    'notification.push': nothing,
    'objects.delete': nothing,
    housekeeping: nothing,
  } satisfies JobWorks);

  const actors = await addActors(server);
  const byScope = new Map<string, { live: Rows; deleted: Rows }>();
  for (const { scope, userScope, userId } of actors) {
    for (const each of new Set([scope, userScope])) {
      if (byScope.has(each)) continue;
      const owner = { scope: each, userId };
      byScope.set(each, { live: await addRows(server, owner), deleted: await addDeletedRows(server, owner) });
    }
  }
  const rowsOf = (one: Actor): Rows => {
    const { notification, device, learner, educator } = byScope.get(one.userScope)!.live;
    return { ...byScope.get(one.scope)!.live, notification, device, learner, educator };
  };
  const actor = (name: string) => actors.find((each) => each.name === name)!;
  const channelOwner = byScope.get(actor('other creator').scope)!.live;
  await addFollowerRows(server, actor('admin of another organization'), channelOwner);
  const strangerTo = (one: Actor) => actor(one.userId === actor('creator').userId ? 'other creator' : 'creator');
  await keepSnapshot(database.pool);
  return {
    server,
    actors,
    actor,
    strangerTo,
    rows: rowsOf,
    deleted: ({ scope }) => byScope.get(scope)!.deleted,
    other: (one) => rowsOf(strangerTo(one)),
    missing: missingRows,
    close: () => server.close(),
  };
};

/** Ids that no row has. */
const missingRows = (): Rows => ({
  content: newId(),
  spare: newId(),
  folder: newId(),
  tagProfile: newId(),
  channel: newId(),
  playlist: newId(),
  publication: newId(),
  memberOnly: newId(),
  notification: newId(),
  upload: newId(),
  device: JSON.stringify({
    endpoint: `https://push.example.org/${newId()}`,
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  }),
  learner: newId(),
  educator: newId(),
  picture: 'f'.repeat(64),
});

const addCodes = async ({ database: { db } }: Services): Promise<void> => {
  const program = JSON.stringify({
    name: 'Spring',
    discountAmountUnit: 'percent',
    discountAmountValue: 10,
    durationInMonths: 2,
    recipientType: 'learner',
  });
  await db
    .insertInto('shareable_codes')
    .values([
      { code: INVITATION, kind: 'invitation', recipient_type: 'learner', program },
      { code: AFFILIATE, kind: 'affiliate', recipient_type: 'learner', program },
    ])
    .execute();
};
export const INVITATION = 'ABCDEFGH2';
export const AFFILIATE = 'AFFILIATE22';

const addActors = async (server: TestServer): Promise<Actor[]> => {
  const { db } = server.services.database;
  const organizations = { a: newId(), b: newId(), pending: newId() };
  await db
    .insertInto('organizations')
    .values([
      { id: organizations.a, name: 'Club A', status: 'approved' },
      { id: organizations.b, name: 'Club B', status: 'approved' },
      { id: organizations.pending, name: 'Club C', status: 'pending' },
    ])
    .execute();

  const make = async (
    name: string,
    facts: Partial<Facts>,
    organization?: { id: string; role: string; isApproved: boolean },
  ): Promise<Actor> => {
    const all: Facts = {
      session: 'live',
      isComplete: true,
      isLearner: true,
      isEducator: false,
      isSuperadmin: false,
      scopes: [],
      sports: [],
      ...facts,
    };
    const person = await server.addPerson({
      username: name.replaceAll(/\W/g, '').slice(0, 25),
      isLearner: all.isLearner,
      isEducator: all.isEducator,
      isComplete: all.isComplete,
      isSuperadmin: all.isSuperadmin,
    });
    if (organization) {
      await db
        .insertInto('organization_admins')
        .values({ organization_id: organization.id, user_id: person.userId, role: organization.role })
        .execute();
      await db.updateTable('users').set({ is_organization: true }).where('id', '=', person.userId).execute();
    }
    for (const sport_id of all.sports) {
      await db
        .insertInto('subscriptions')
        .values({ id: newId(), scope: person.scope, user_id: person.userId, sport_id, type: 'subscribed' })
        .execute();
    }
    const scope = organization ? organizationScope(organization.id) : person.scope;
    const scopes = organization?.isApproved ? [person.scope, scope] : [person.scope];
    return {
      name,
      userId: person.userId,
      userScope: person.scope,
      scope,
      token: person.token,
      facts: { ...all, scopes },
    };
  };
  const inA = (role: string) => ({ id: organizations.a, role, isApproved: true });

  const creator = await make('creator', { isEducator: true });
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', creator.userId)
    .execute();
  const actors = [
    creator,
    await make('other creator', { isEducator: true }),
    await make('member', {}),
    await make('subscriber', { sports: [SPORT] }),
    await make('incomplete', { isComplete: false, isEducator: true }),
    await make('creator who is no member', { isLearner: false, isEducator: true }),
    await make('organization owner', {}, inA('Owner')),
    await make('organization admin', {}, inA('Admin')),
    await make('admin of another organization', {}, { id: organizations.b, role: 'Admin', isApproved: true }),
    await make('admin of a pending organization', {}, { id: organizations.pending, role: 'Owner', isApproved: false }),
    await make('superadmin', { isSuperadmin: true }),
  ];
  return [...actors, ...(await withoutSession(server, creator))];
};

/** The owner of the rows with missing or invalid sessions. */
const withoutSession = async ({ services }: TestServer, owner: Actor): Promise<Actor[]> => {
  const { db } = services.database;
  const [old, revoked] = [newId(), newId()];
  const expires_at = new Date(Date.now() + DAY_MS);
  await db
    .insertInto('sessions')
    .values([
      { id: old, user_id: owner.userId, expires_at },
      { id: revoked, user_id: owner.userId, expires_at, revoked_at: new Date() },
    ])
    .execute();
  const sign = (sessionId: string, at: Date) => services.tokens.sign({ userId: owner.userId, sessionId }, at);
  const as = (name: string, session: Facts['session'], token: string | undefined): Actor => ({
    ...owner,
    name,
    token,
    facts: { ...owner.facts, session },
  });
  return [
    as('nobody', 'none', undefined),
    as('expired token', 'expired', await sign(old, new Date(Date.now() - DAY_MS))),
    as('revoked session', 'revoked', await sign(revoked, new Date())),
  ];
};
