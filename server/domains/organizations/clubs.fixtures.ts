import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#contract/ids.ts';
import { adminInviteWork } from '#server/jobs/admin-invite.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';

/** An approved organization with its Owner and an Admin. */
export interface Club {
  id: string;
  scope: string;
  owner: TestPerson;
  admin: TestPerson;
}

/** What tests of organizations and their administrators do. The server is started later. */
export const clubsOf = (getServer: () => TestServer) => {
  const db = () => getServer().services.database.db;
  const setRole = (id: string, { userId }: TestPerson, role: string) =>
    db().insertInto('organization_admins').values({ organization_id: id, user_id: userId, role }).execute();
  const newClub = async (name = 'Rijeka Juniors'): Promise<Club> => {
    const id = newId();
    const [owner, admin] = [await getServer().addPerson(), await getServer().addPerson()];
    await db().insertInto('organizations').values({ id, name, status: 'approved' }).execute();
    await setRole(id, owner, 'Owner');
    await setRole(id, admin, 'Admin');
    const people = [owner.userId, admin.userId];
    await db().updateTable('users').set({ is_organization: true }).where('id', 'in', people).execute();
    return { id, scope: `org:${id}`, owner, admin };
  };
  const call = ({ scope }: Club, as: TestPerson, line: string, body?: unknown) =>
    getServer().call(line, body, { as, scope });
  const byUsers = (club: Club, as: TestPerson, ...people: TestPerson[]) =>
    call(club, as, `POST /organizations/${club.id}/admins/invite-by-users`, { user_ids: people.map((p) => p.userId) });
  const emailOf = async ({ userId }: TestPerson): Promise<string> =>
    (await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
  /** Waits for the mail of a notification. */
  const isMailed = async (person: TestPerson, words: string) => {
    const email = await emailOf(person);
    const sent = () => db().selectFrom('dev_messages').select('body').where('destination', '=', email).execute();
    await expect.poll(sent).toContainEqual({ body: expect.stringContaining(words) });
  };
  /** Does the mail jobs that wait for an address, as the server would. */
  const mailsTo = async (email: string) => {
    const { rows } = await sql<{ data: { id: string } }>`select data from jobs.job where name = 'admin.invite'
      and data ->> 'id' in (select i.id::text from admin_invitations i left join users u on u.id = i.user_id
        where coalesce(i.email, u.email) = ${email})`.execute(db());
    for (const { data } of rows) await adminInviteWork(getServer().services).run(data, new AbortController().signal);
    return db().selectFrom('dev_messages').select(['subject', 'body']).where('destination', '=', email).execute();
  };
  return { newClub, setRole, call, byUsers, emailOf, isMailed, mailsTo };
};
