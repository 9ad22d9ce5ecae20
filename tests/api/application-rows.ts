import { newId } from '#contract/ids.ts';
import type { TestServer } from '#tests/support/server.ts';

/** A pending application and a pending organization of a person. */
export interface ApplicationRows {
  application: string;
  registered: string;
}
export const APPLICATION_SPORT = 'lacrosse';
export const noApplicationRows = (): ApplicationRows => ({ application: newId(), registered: newId() });

/** Adds them once per person. */
export const addApplicationRows = async (
  {
    services: {
      database: { db },
    },
  }: TestServer,
  userId: string,
): Promise<ApplicationRows> => {
  const known = await db.selectFrom('applications').select('id').where('user_id', '=', userId).executeTakeFirst();
  const made = await db.selectFrom('organizations').select('id').where('registered_by', '=', userId).executeTakeFirst();
  if (known && made) return { application: known.id, registered: made.id };
  const { application, registered } = noApplicationRows();
  await db
    .insertInto('applications')
    .values({
      id: application,
      scope: `user:${userId}`,
      user_id: userId,
      sport_id: APPLICATION_SPORT,
      application_type: 'coaching',
      data: '{"degrees": [], "license": null}',
      answers: '[]',
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('organizations')
    .values({
      id: registered,
      name: 'Club in the wizard',
      registered_by: userId,
      sports: ['soccer'],
      registration: '{}',
      is_described: true,
    })
    .execute();
  return { application, registered };
};
