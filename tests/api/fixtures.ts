import { newId, organizationScope } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { serveMedia } from '#server/http/media.ts';
import { hashCode, makeHash } from '#server/domains/auth/secrets.ts';
import type { Services } from '#server/services.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { noAdminRows } from './admin-rows.ts';
import { noInvitationRows } from './invitation-rows.ts';
import { noApplicationRows } from './application-rows.ts';
import { noPaymentRows } from './payment-rows.ts';
import { addDeletedRows } from './deleted-rows.ts';
import { addFollowerRows, addRows, type Rows } from './rows.ts';
import { keepSnapshot } from './snapshot.ts';

/** Facts about a person, as the test made them: the matrix expects by these, never by the server's own view. */
export interface Facts {
  session: 'none' | 'expired' | 'revoked' | 'live';
  isComplete: boolean;
  isLearner: boolean;
  isEducator: boolean;
  isSuperadmin: boolean;
  /** Under 18, without a guardian's consent. */
  isMinor: boolean;
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
  /** Ids of codes that were sent to a new address and a new number of the person; each is 123456. */
  codes: NewContacts;
}
export type NewContacts = Record<'email' | 'phoneNumber', { codeId: string; destination: string }>;
export const CODE = '123456';

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
/** Everybody waits for it. */
export const WAITLIST = 'rowing';
/** Everybody has paid for it and left it. */
export const CANCELLED = 'judo';
export const PASSWORD = 'Corner-Flag-27!';
/** Was an Admin of the organization of `organization owner` until the Owner removed them; works in their own scope. */
export const FORMER_ADMIN = 'former admin of an organization';
const DAY_MS = 86_400_000;

/** A server with every call and one set of people and rows, which `restore()` brings back. */
export const startWorld = async (): Promise<World> => {
  const server = await startTestServer({ handlers, routes: [serveMedia] });
  const { database } = server.services;
  await seedReference(database.db);
  await addCodes(server.services);
  await addDifference(server.services);
  // Jobs are queued and taken but do nothing: only the effects of the call itself count.
  await server.work(NO_WORKS);

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
    const {
      notification,
      device,
      session,
      learner,
      educator,
      passkey,
      application,
      registered,
      card,
      doneSetup,
      openSetup,
      askedSetup,
      invoice,
      invitation,
      expiredInvitation,
      ownCode,
      ownAdminInvitation,
    } = byScope.get(one.userScope)!.live;
    const own = {
      notification,
      device,
      session,
      learner,
      educator,
      passkey,
      application,
      registered,
      card,
      doneSetup,
      openSetup,
      askedSetup,
      invoice,
      invitation,
      expiredInvitation,
      ownCode,
      ownAdminInvitation,
    };
    return { ...byScope.get(one.scope)!.live, ...own };
  };
  const actor = (name: string) => actors.find((each) => each.name === name)!;
  const channelOwner = byScope.get(actor('other creator').scope)!.live;
  await addFollowerRows(server, actor('admin of another organization'), channelOwner);
  const strangerTo = (one: Actor) => {
    // The rows and the scope that this person has lost.
    if (one.name === FORMER_ADMIN) return actor('organization owner');
    return actor(one.userId === actor('creator').userId ? 'other creator' : 'creator');
  };
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
  owner: newId(),
  profile: newId(),
  contact: newId(),
  sportInterest: newId(),
  community: newId(),
  channel: newId(),
  emptyChannel: newId(),
  playlist: newId(),
  publication: newId(),
  memberOnly: newId(),
  notification: newId(),
  upload: newId(),
  search: newId(),
  device: JSON.stringify({
    endpoint: `https://push.example.org/${newId()}`,
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  }),
  session: newId(),
  learner: newId(),
  educator: newId(),
  passkey: newId(),
  dataExport: newId(),
  ...noInvitationRows(),
  ...noAdminRows(),
  ...noApplicationRows(),
  ...noPaymentRows(),
  picture: 'f'.repeat(64),
  commentAuthor: newId(),
});

/** A comparison with the payment provider that found a movement which the books lack. */
const addDifference = async ({ database: { db } }: Services): Promise<void> => {
  const facts = { kind: 'charge', amount: 900, currency: 'usd', sourceId: 'pi_by_hand', paymentId: 'pi_by_hand' };
  await db
    .insertInto('payment_reconciliations')
    .values({
      id: newId(),
      started_at: new Date(),
      finished_at: new Date(),
      events: 0,
      missed_events: 0,
      movements: 1,
      mismatches: JSON.stringify([{ movementId: DIFFERENCE, ...facts }]),
    })
    .execute();
};

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
      { code: 'PROMOTION22', id: PROMOTION_ID, kind: 'promotional', recipient_type: 'learner', program },
    ])
    .execute();
};
export const INVITATION = 'ABCDEFGH2';
export const AFFILIATE = 'AFFILIATE22';
/** A movement of the payment provider that the books lack. */
export const DIFFERENCE = 'txn_by_hand';
export const PROMOTION_ID = '01930000-0000-7000-8000-000000000c0d';

/** Codes for a new address and a new number of a person. */
const addContactCodes = async ({ config, database: { db } }: Services, userId: string): Promise<NewContacts> => {
  const digits = BigInt(`0x${userId.replaceAll('-', '').slice(-12)}`)
    .toString()
    .slice(-9);
  const codes: NewContacts = {
    email: { codeId: newId(), destination: `new${digits}@example.org` },
    phoneNumber: { codeId: newId(), destination: `+1666${digits}` },
  };
  for (const { codeId, destination } of Object.values(codes))
    await db
      .insertInto('confirmation_codes')
      .values({
        id: codeId,
        purpose: 'change',
        destination,
        user_id: userId,
        code_hash: hashCode(config.secret, codeId, destination, CODE),
        expires_at: new Date(Date.now() + DAY_MS),
      })
      .execute();
  return codes;
};

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
      isMinor: false,
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
      ...(all.isMinor && { adultOn: '2200-01-01' }),
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
    // A waitlist gives no rights, and can be left.
    await db
      .insertInto('subscriptions')
      .values({ id: newId(), scope: person.scope, user_id: person.userId, sport_id: WAITLIST, type: 'waitlist' })
      .execute();
    // A paid one that was cancelled and can be taken back.
    await db
      .insertInto('subscriptions')
      .values({
        id: newId(),
        scope: person.scope,
        user_id: person.userId,
        sport_id: CANCELLED,
        type: 'subscribed',
        status: 'cancellation',
        canceled_at: new Date(),
        paid_to: new Date(Date.now() + 20 * DAY_MS),
        trial_used: true,
      })
      .execute();
    const scope = organization ? organizationScope(organization.id) : person.scope;
    const scopes = organization?.isApproved ? [person.scope, scope] : [person.scope];
    return {
      name,
      userId: person.userId,
      userScope: person.scope,
      scope,
      token: person.token,
      codes: await addContactCodes(server.services, person.userId),
      facts: { ...all, scopes },
    };
  };
  const inA = (role: string) => ({ id: organizations.a, role, isApproved: true });

  const actors = [
    await make('creator', { isEducator: true }),
    await make('other creator', { isEducator: true }),
    await make('member', {}),
    await make('subscriber', { sports: [SPORT] }),
    await make('incomplete', { isComplete: false, isEducator: true }),
    await make('creator who is no member', { isLearner: false, isEducator: true }),
    await make('organization owner', {}, inA('Owner')),
    await make('organization admin', {}, inA('Admin')),
    await make('admin of another organization', {}, { id: organizations.b, role: 'Admin', isApproved: true }),
    await make('admin of a pending organization', {}, { id: organizations.pending, role: 'Owner', isApproved: false }),
    await make('minor', { isEducator: true, isMinor: true }),
    await make('superadmin', { isSuperadmin: true }),
    await make(FORMER_ADMIN, {}),
  ];
  await addFormer(server, organizations.a, actors);
  await db
    .updateTable('users')
    .set({ password_hash: await makeHash(PASSWORD) })
    .execute();
  return [...actors, ...(await withoutSession(server, actors[0]!))];
};

/** Makes the former admin one and has the Owner remove them, as the app does: nothing of the role may be left. */
const addFormer = async (server: TestServer, organization: string, actors: readonly Actor[]): Promise<void> => {
  const { db } = server.services.database;
  const named = (wanted: string) => actors.find(({ name }) => name === wanted)!;
  const [owner, former] = [named('organization owner'), named(FORMER_ADMIN)];
  await db
    .insertInto('organization_admins')
    .values({ organization_id: organization, user_id: former.userId, role: 'Admin' })
    .execute();
  await db.updateTable('users').set({ is_organization: true }).where('id', '=', former.userId).execute();
  const removed = await server.call(`DELETE /organizations/${organization}/admins/${former.userId}`, undefined, {
    as: { userId: owner.userId, scope: owner.userScope, sessionId: '', token: owner.token! },
    scope: owner.scope,
  });
  if (removed.status >= 400) throw new Error(`not removed: ${JSON.stringify(removed.body)}`);
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
