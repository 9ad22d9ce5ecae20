import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { mailDecision } from '../applications/index.ts';
import { copyLibrary } from './index.ts';

let server: TestServer;
let operator: TestPerson;
beforeAll(async () => {
  server = await startAccounts();
  operator = await server.addPerson({ isSuperadmin: true });
});
afterAll(() => server.close());

const rows = () => server.services.database.db;
const newPerson = () => server.addPerson({ isLearner: false, isComplete: false });
const created = (more: Record<string, unknown> = {}) => ({
  id: newId(),
  name: 'Rijeka Juniors',
  website: 'www.juniors.example.org',
  phoneNumber: '+38551123456',
  sports: ['soccer', 'golf'],
  address: {
    country: 'HR',
    city: 'Rijeka',
    street: 'Korzo 1',
    building: 'B',
    apartment_number: '4',
    state: 'Primorje',
    postal_code: '51000',
  },
  ...more,
});
const described = (more: Record<string, unknown> = {}) => ({
  sectorType: 'club',
  type: 'nonprofit',
  governance: 'regional',
  size: '1001-10000',
  description: 'We teach children.',
  organizationPrimeObjective: 'grow-the-membership',
  contact_person_name: 'Nora Novak',
  contact_person_email: 'nora@juniors.example.org',
  contact_person_role: 'Secretary',
  contact_person_title: 'Dr',
  needCopyLibrary: false,
  ...more,
});
const create = (as: TestPerson, body: unknown) => server.call('POST /organizations', body, { as });
const describeIt = (as: TestPerson, id: string, body: unknown) =>
  server.call(`PUT /organizations/${id}/registration`, body, { as });
const decide = (id: string, status: string, as = operator) =>
  server.call(`PUT /admin/organizations/${id}`, { status, reason: 'A known club.' }, { as });
const meOf = async (as: TestPerson) => (await server.call('GET /users/me', undefined, { as })).body;
const registerWhole = async (as: TestPerson, more: Record<string, unknown> = {}): Promise<string> => {
  const body = created();
  await server.call('PUT /users/me/as-organization', {}, { as });
  await create(as, body);
  await describeIt(as, body.id, described(more));
  return body.id;
};

test('APP-066, APP-067, APP-068, APP-032, APP-034, APP-035: three calls register an organization, which waits for approval', async () => {
  const as = await newPerson();
  const become = await server.call('PUT /users/me/as-organization', {}, { as });
  expect(hasShape('organizations.become', become)).toBe(true);
  expect(become.body).toMatchObject({ isOrganization: true, isRegistrationComplete: false, organizations: [] });
  const body = created();
  const made = await create(as, body);
  expect(hasShape('organizations.create', made)).toBe(true);
  expect(made.body).toMatchObject({ id: body.id, status: 'pending', isComplete: false });
  const done = await describeIt(as, body.id, described());
  expect(done.body).toMatchObject({ status: 'pending', isComplete: true });
  const read = await server.call(`GET /admin/organizations/${body.id}`, undefined, { as: operator });
  expect(hasShape('organizations.read', read)).toBe(true);
  const { needCopyLibrary: _, ...said } = described();
  expect(read.body).toMatchObject({
    name: body.name,
    sports: body.sports,
    owner: { userId: as.userId },
    registration: { website: body.website, phoneNumber: body.phoneNumber, address: body.address, ...said },
  });
  expect((await server.call(`GET /profiles/${body.id}`, undefined, { as })).status).toBe(404);
  expect((await meOf(as)).organizations).toEqual([]);
});

test('D-224: each call can be sent again, and corrects what the one before said', async () => {
  const as = await newPerson();
  const body = created();
  await create(as, body);
  expect((await create(as, { ...body, name: 'Rijeka Seniors' })).body).toMatchObject({
    id: body.id,
    name: 'Rijeka Seniors',
  });
  await describeIt(as, body.id, described());
  expect((await describeIt(as, body.id, described({ size: '1-1000' }))).status).toBe(200);
  expect(problemOf(await create(as, created()))).toMatchObject({ status: 409, code: 'organization.exists' });
  const own = await server.call('GET /organizations/own', undefined, { as });
  expect(own.body).toMatchObject({ count: 1, results: [{ id: body.id, isComplete: true }] });

  const stranger = await newPerson();
  expect((await create(stranger, body)).status).toBe(404);
  expect((await describeIt(stranger, body.id, described())).status).toBe(404);
});

test('APP-033, APP-054, D-232: Other needs a text, and only Other keeps one', async () => {
  const as = await newPerson();
  const body = created();
  await create(as, body);
  const other = described({ sectorType: 'other', organizationTypeOthers: 'left over' });
  expect(problemOf(await describeIt(as, body.id, other))).toMatchObject({
    status: 400,
    field: 'organizationDescriptionOthers',
  });
  expect((await describeIt(as, body.id, { ...other, organizationDescriptionOthers: '' })).status).toBe(400);
  expect((await describeIt(as, body.id, { ...other, organizationDescriptionOthers: 'A fan club' })).status).toBe(200);
  const { registration } = (await server.call(`GET /admin/organizations/${body.id}`, undefined, { as: operator })).body;
  expect(registration).toMatchObject({ organizationDescriptionOthers: 'A fan club', organizationTypeOthers: null });
});

test.each([
  ['APP-051', { name: '' }],
  ['APP-051', { website: '' }],
  ['APP-052', { website: 'ftp://juniors.example.org' }],
  ['APP-052', { website: 'juniors' }],
  ['APP-051', { phoneNumber: '12' }],
  ['APP-051', { address: { country: 'HR', city: '' } }],
  ['APP-053', { sports: [] }],
])('%s: an organization with %j is refused', async (_, wrong) => {
  expect((await create(await newPerson(), created(wrong))).status).toBe(400);
});

test.each([['https://www.juniors.example.org'], ['www.juniors.example.org'], ['juniors.example.org']])(
  'APP-052: the web site %s is accepted',
  async (website) => {
    expect((await create(await newPerson(), created({ website }))).status).toBe(200);
  },
);

test('APP-048, APP-053, APP-055, APP-056, APP-076 to APP-080: choices are those of the list, texts have their lengths', async () => {
  const as = await newPerson();
  const body = created();
  await create(as, body);
  for (const wrong of [
    { sectorType: 'company' },
    { type: 'family' },
    { governance: 'galactic' },
    { size: '5' },
    { organizationPrimeObjective: undefined },
    { description: 'x'.repeat(1001) },
    { contact_person_name: '' },
    { contact_person_email: 'nora' },
    { contact_person_role: '' },
    { contact_person_title: '' },
  ])
    expect((await describeIt(as, body.id, described(wrong))).status, JSON.stringify(wrong)).toBe(400);
  expect((await describeIt(as, body.id, described({ description: 'x'.repeat(1000) }))).status).toBe(200);
});

test('D-298: with the flag hidden the calls are not found, with it disabled they are refused', async () => {
  const as = await newPerson();
  const setFlag = (facts: { is_visible: boolean; is_enabled: boolean }) =>
    rows().updateTable('feature_flags').set(facts).where('name', '=', 'JoinAsOrganization').execute();
  try {
    await setFlag({ is_visible: true, is_enabled: false });
    expect(problemOf(await create(as, created()))).toMatchObject({ status: 403, code: 'organization.closed' });
    await setFlag({ is_visible: false, is_enabled: false });
    expect((await create(as, created())).status).toBe(404);
    expect((await server.call('PUT /users/me/as-organization', {}, { as })).status).toBe(404);
  } finally {
    await setFlag({ is_visible: true, is_enabled: true });
  }
});

test('APP-081, D-230: an approved organization belongs to its Owner, who can create channels in its communities and is told', async () => {
  const as = await newPerson();
  const id = await registerWhole(as);
  const scope = `org:${id}` as const;
  expect((await server.call('GET /communities/organization', undefined, { as, scope })).status).toBe(403);
  expect((await decide(id, 'approved', as)).status).toBe(404);
  expect((await server.call('GET /admin/organizations', undefined, { as })).status).toBe(404);
  expect((await decide(id, 'approved')).body).toMatchObject({ status: 'approved' });
  expect(await meOf(as)).toMatchObject({
    isOrganization: true,
    isAdmin: true,
    isRegistrationComplete: true,
    lastLoginedRole: 'organization',
    organizations: [{ id, name: 'Rijeka Juniors', role: 'Owner' }],
  });
  const communities = await server.call('GET /communities/organization', undefined, { as, scope });
  expect(communities.body.results.map(({ sport }: { sport: string }) => sport).toSorted()).toEqual(['golf', 'soccer']);
  const profile = await server.call(`GET /profiles/${id}`, undefined, { as });
  expect(profile.body.organization).toMatchObject({
    webSite: 'https://www.juniors.example.org',
    description: 'We teach children.',
  });
  const codes = await server.call('GET /affiliate-codes/my', undefined, { as, scope });
  expect(codes.body.results, 'D-219: one code for the community').toMatchObject([
    { type: 'standard', status: 'Active' },
  ]);
  expect(codes.body.results[0].codeValue).toMatch(/^[A-HJ-NP-Z2-9]{9}$/);
  // An Owner of before gets the code by the migration, once.
  await rows().deleteFrom('shareable_codes').where('sender_id', '=', as.userId).execute();
  const migration = await readFile(
    new URL('../../db/migrations/0086_codes_of_organizations.sql', import.meta.url),
    'utf8',
  );
  for (const time of ['first', 'again']) {
    await server.services.database.pool.query(migration);
    const { results } = (await server.call('GET /affiliate-codes/my', undefined, { as, scope })).body;
    expect(results, time).toMatchObject([
      {
        type: 'standard',
        status: 'Active',
        customerMarketingFeeUnit: 'percent',
        customerMarketingFeeValue: 10,
        durationInMonths: 12,
      },
    ]);
    expect(results[0].codeValue).toMatch(/^[A-HJ-NP-Z2-9]{9}$/);
  }
  expect(problemOf(await decide(id, 'denied')).code).toBe('application.decided');
  expect(problemOf(await describeIt(as, id, described())).code).toBe('application.decided');
  const kinds = await rows().selectFrom('notifications').select('kind').where('user_id', '=', as.userId).execute();
  expect(kinds.map(({ kind }) => kind)).toContain('organization_approved');
  const acts = await rows()
    .selectFrom('operator_acts')
    .select(['actor_id', 'act', 'reason'])
    .where('subject_id', '=', id)
    .execute();
  expect(acts).toEqual([{ actor_id: operator.userId, act: 'organization.approved', reason: 'A known club.' }]);
});

test('D-230: a person with another role keeps it; a denied organization is told why and can apply again', async () => {
  const as = await server.addPerson();
  const id = await registerWhole(as);
  expect(await meOf(as)).toMatchObject({ lastLoginedRole: 'learner', isRegistrationComplete: true });
  await decide(id, 'denied');
  expect(await meOf(as)).toMatchObject({ lastLoginedRole: 'learner', isOrganization: false, organizations: [] });
  const told = await rows()
    .selectFrom('notifications')
    .select(['kind', 'text', 'link'])
    .where('user_id', '=', as.userId)
    .where('kind', 'like', 'organization%')
    .execute();
  expect(told).toEqual([
    { kind: 'organization_denied', text: 'Rijeka Juniors was not approved.', link: expect.any(String) },
  ]);
  await mailDecision(server.services, { about: 'organization', id });
  const { email } = await rows()
    .selectFrom('users')
    .select('email')
    .where('id', '=', as.userId)
    .executeTakeFirstOrThrow();
  const mails = await rows().selectFrom('dev_messages').select('body').where('destination', '=', email).execute();
  expect(mails.at(-1)!.body).toContain('The reason: A known club.');
  const again = await registerWhole(as);
  await decide(again, 'approved');
  expect(await meOf(as)).toMatchObject({ lastLoginedRole: 'learner', organizations: [{ id: again }] });
});

test('D-231, APP-035: the Library is copied to the approved organization as links, once', async () => {
  const as = await server.addPerson({ isEducator: true });
  const [folder, content, unready] = [newId(), newId(), newId()];
  await rows().insertInto('folders').values({ id: folder, scope: as.scope, title: 'Juniors' }).execute();
  const item = { scope: as.scope, type: 'video', origin_file_size: 1000, created_by: as.userId };
  await rows()
    .insertInto('contents')
    .values([
      {
        ...item,
        id: content,
        title: 'Corner',
        filename: 'Corner.mp4',
        active: true,
        approved: true,
        object_key: `originals/${content}`,
        folder_id: folder,
      },
      { ...item, id: unready, title: 'Waits', filename: 'Waits.mp4', active: false, approved: false },
    ])
    .execute();
  const id = await registerWhole(as, { needCopyLibrary: true });
  await decide(id, 'approved');
  const signal = new AbortController().signal;
  await copyLibrary(server.services, id, signal);
  await copyLibrary(server.services, id, signal);
  const scope = `org:${id}` as const;
  const copies = await server.call('GET /library/contents', undefined, { as, scope });
  expect(copies.body.results.map(({ title }: { title: string }) => title)).toEqual(['Corner']);
  const copied = await rows()
    .selectFrom('contents')
    .select(['id', 'object_key', 'folder_id'])
    .where('scope', '=', scope)
    .execute();
  expect(copied).toMatchObject([{ object_key: `originals/${content}` }]);
  const folders = await server.call('GET /library/folders', undefined, { as, scope });
  expect(folders.body.results).toMatchObject([{ title: 'Juniors' }]);
  expect(copied[0]!.folder_id).not.toBe(folder);
  expect((await server.call('GET /library/contents', undefined, { as })).body.count).toBe(2);
});
