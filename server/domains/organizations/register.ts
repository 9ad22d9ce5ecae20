import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { OTHER, OTHERS_OF } from '#contract/organizations-forms.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { readMe } from '../users/index.ts';
import { selectOrganizations, toRegistered, type OrganizationRow } from './rows.ts';

/** An organization that the person has registered; another's is answered like a missing one. */
const readOwn = async ({ db, session }: CallContext, id: string): Promise<OrganizationRow> =>
  found((await selectOrganizations(db, sql`o.id = ${id} and o.registered_by = ${session.userId}`))[0]);

const become: Handler<'organizations.become'> = async ({ db, session }) => {
  await raiseScopes(db, [session.scope]);
  await db
    .updateTable('users')
    .set({ is_organization: true })
    .where('id', '=', session.userId)
    .where('is_organization', '=', false)
    .execute();
  return readMe(db, session.userId);
};

const create: Handler<'organizations.create'> = async (
  context,
  { id, name, website, phoneNumber, sports, address },
) => {
  const { db, session, now } = context;
  await raiseScopes(db, [session.scope]);
  const known = await db
    .selectFrom('sports')
    .select('id')
    .where('id', 'in', sports)
    .where('is_active', '=', true)
    .execute();
  found(known.length === new Set(sports).size ? known : null);
  const existing = (await selectOrganizations(db, sql`o.id = ${id}`))[0];
  if (existing && existing.registeredBy !== session.userId) throw new Problem('access.not_found');
  const said = { website, phoneNumber, address };
  if (existing) {
    // Sent again, or corrected before the decision.
    if (existing.status === 'pending')
      await db
        .updateTable('organizations')
        .set({ name, sports, registration: JSON.stringify({ ...existing.registration, ...said }) })
        .where('id', '=', id)
        .execute();
    return toRegistered(await readOwn(context, id));
  }
  await db
    .insertInto('organizations')
    .values({ id, name, registered_by: session.userId, sports, registration: JSON.stringify(said), created_at: now })
    .execute();
  return toRegistered(await readOwn(context, id));
};

type Description = Parameters<Handler<'organizations.register'>>[1];

/** The texts of Other belong to the choices that are Other. @throws Problem `request.invalid`. Source: D-232. */
const withOthers = (input: Description): Record<string, unknown> => {
  const texts: Record<string, string | null> = {};
  for (const field of Object.keys(OTHERS_OF) as (keyof typeof OTHERS_OF)[]) {
    const key = OTHERS_OF[field];
    const isOther = input[field] === OTHER;
    if (isOther && !input[key]) throw new Problem('request.invalid', { message: 'Required', field: key });
    texts[key] = isOther ? input[key]! : null;
  }
  return { ...input, ...texts };
};

const register: Handler<'organizations.register'> = async (context, input) => {
  const { db } = context;
  const { id, needCopyLibrary, ...said } = input;
  await raiseScopes(db, [context.session.scope]);
  const row = await readOwn(context, id);
  if (row.status !== 'pending') throw new Problem('application.decided');
  const { id: _, needCopyLibrary: __, ...kept } = withOthers(input);
  await db
    .updateTable('organizations')
    .set({
      registration: JSON.stringify({ ...row.registration, ...kept }),
      is_described: true,
      needs_library: needCopyLibrary,
    })
    .where('id', '=', id)
    .execute();
  // What its profile shows once it is approved.
  const address = row.registration?.['address'] as { city?: string; state?: string; country?: string } | undefined;
  await db
    .updateTable('profiles')
    .set({
      web_site: `https://${String(row.registration?.['website'] ?? '').replace(/^https?:\/\//i, '')}`,
      description: said.description || null,
      city: address?.city || null,
      state: address?.state || null,
      country: address?.country || null,
    })
    .where('organization_id', '=', id)
    .execute();
  return toRegistered(await readOwn(context, id));
};

export const registerHandlers = {
  'organizations.become': become,
  'organizations.create': create,
  'organizations.register': register,
  'organizations.own': async ({ db, session }) => {
    const rows = await selectOrganizations(
      db,
      sql`o.registered_by = ${session.userId} order by o.created_at desc, o.id desc`,
    );
    return { count: rows.length, results: rows.map(toRegistered) };
  },
} satisfies Handlers;
