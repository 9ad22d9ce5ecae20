import { handlers } from '#server/handlers.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

/** A server with the sports and flags of a first start, on 22 November 2026. */
export const startProfiles = async () => {
  const server = await startTestServer({ handlers, routes: [] });
  const { db } = server.services.database;
  await seedReference(db);
  server.setNow(new Date('2026-11-22T10:00:00Z'));
  const profileIdOf = async (scope: string): Promise<string> =>
    (await db.selectFrom('profiles').select('id').where('scope', '=', scope).executeTakeFirstOrThrow()).id;

  /** A person with the base path of their profile. */
  const newPerson = async (facts: Parameters<TestServer['addPerson']>[0] = {}) => {
    const person = await server.addPerson(facts);
    const base = `/${person.userId}/profiles/sports/${await profileIdOf(person.scope)}`;
    return {
      ...person,
      base,
      put: (part: string, body: unknown) => server.call(`PUT ${base}/${part}`, body, { as: person }),
      read: async (part: string, as: TestPerson = person) =>
        (await server.call(`GET ${base}/${part}`, undefined, { as })).body,
    };
  };
  return { server, db, profileIdOf, newPerson };
};
export type Profiles = Awaited<ReturnType<typeof startProfiles>>;

/** The first problem of a refusal. */
export const problemOf = ({ body }: { body: { errors?: { code: string; field?: string }[] } }) => body.errors?.[0];
