import { sql } from 'kysely';
import type { OrganizationRecord } from '#contract/users.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { beginOrganization, writeOrganization } from '../profiles/index.ts';

/** Records of roles. Another person's record is answered like a missing one: every statement names its owner. */

const isOwnLearner = ({ session }: CallContext, id: string) =>
  sql<boolean>`id = ${session.userId} and learner_id = ${id} and is_learner`;
const isOwnEducator = ({ session }: CallContext, id: string) =>
  sql<boolean>`id = ${session.userId} and educator_id = ${id} and is_educator`;

const readLearner: Handler<'users.readLearner'> = async (context, { id }) => {
  const row = await context.db
    .selectFrom('users')
    .select('first_time_learner as first')
    .where(isOwnLearner(context, id))
    .executeTakeFirst();
  return { id, firstTimeLogin: found(row).first };
};

const setLearner: Handler<'users.setLearner'> = async (context, { id }) => {
  await raiseScopes(context.db, [context.session.scope]);
  const row = await context.db
    .updateTable('users')
    .set({ first_time_learner: false })
    .where(isOwnLearner(context, id))
    .returning('first_time_learner as first')
    .executeTakeFirst();
  return { id, firstTimeLogin: found(row).first };
};

const readEducator: Handler<'users.readEducator'> = async (context, { educatorId }) => {
  const row = await context.db
    .selectFrom('users')
    .select('first_time_educator as first')
    .where(isOwnEducator(context, educatorId))
    .executeTakeFirst();
  return { educatorId, firstTimeLogin: found(row).first };
};

const setEducator: Handler<'users.setEducator'> = async (context, { educatorId }) => {
  await raiseScopes(context.db, [context.session.scope]);
  const row = await context.db
    .updateTable('users')
    .set({ first_time_educator: false })
    .where(isOwnEducator(context, educatorId))
    .returning('first_time_educator as first')
    .executeTakeFirst();
  return { educatorId, firstTimeLogin: found(row).first };
};

/** An approved organization, of which the caller is Owner or Admin. Source: D-86, D-235, D-280. */
const readOrganization: Handler<'users.readOrganization'> = async ({ session, db }, { id }) => {
  const { rows } = await sql<OrganizationRecord>`select o.id, o.first_time as "firstTimeLogin", o.name, a.role,
      p.web_site as "webSite", p.description, p.country as "birthCountry", p.state, p.city, p.logo_image as logo,
      p.banner_image as "bannerImage"
    from organizations o join organization_admins a on a.organization_id = o.id and a.user_id = ${session.userId}
      join profiles p on p.organization_id = o.id
    where o.id = ${id} and o.status = 'approved'`.execute(db);
  return found(rows[0]);
};

const setOrganization: Handler<'users.setOrganization'> = async (context, input) => {
  const { db } = context;
  const { id, firstTimeLogin, birthCountry: country, ...fields } = input;
  await readOrganization(context, { id });
  const renew = await beginOrganization(db, id);
  await writeOrganization(db, id, { ...fields, country });
  if (firstTimeLogin === false)
    await db.updateTable('organizations').set({ first_time: false }).where('id', '=', id).execute();
  await renew();
  return readOrganization(context, { id });
};

export const recordHandlers = {
  'users.readLearner': readLearner,
  'users.setLearner': setLearner,
  'users.readEducator': readEducator,
  'users.setEducator': setEducator,
  'users.readOrganization': readOrganization,
  'users.setOrganization': setOrganization,
} satisfies Handlers;
