import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import type { ApplicationDetail } from './application-facts.ts';
import { DeskApplicationPage } from './application-page.tsx';
import { DeskOrganizationPage } from './organization-page.tsx';
import { DeskPage } from './desk-page.tsx';
import type { OrganizationDetail } from './organization-facts.ts';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const reason = () => page.getByLabelText('Reason', { exact: true });
const said = (words: string) => page.getByText(words, { exact: true });

const DOCUMENT = { sha256: 'a'.repeat(64), name: 'My license.heic', contentType: 'image/jpeg', size: 4 };
const applied = (name: string, changes: Partial<ApplicationDetail> = {}): ApplicationDetail => ({
  id: newId(),
  sportId: 'soccer',
  sportName: 'Soccer',
  applicationType: 'coaching',
  status: 'pending',
  createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  decidedAt: null,
  reason: null,
  repeatableAt: null,
  result: {
    experience: {
      total: 12,
      categories: [
        { name: 'Teaching', points: 12, items: [{ question: 'Do you teach juniors?', answer: 'Yes', points: 12 }] },
      ],
    },
    education: { total: 10, degrees: [{ level: 'Bachelor', count: 1, points: 10 }] },
    invitationCodePoints: 0,
    total: 22,
    status: 'pending',
  },
  applicant: { userId: newId(), name, username: name.toLowerCase().replace(' ', '.'), email: 'leo@mail.example' },
  data: {
    sportRoleParticipationLevelMapping: [{ roleId: 'coach', participationLevelIds: ['national-team'] }],
    sportScienceExpertiseInformation: { areaId: 'exercise-physiology', basedOn: 'degree' },
    standardEducations: [{ educationId: 'exercise-physiology-human-kinetics', educationDegreeMapping: { Masters: 1 } }],
    customEducations: [{ name: 'Sports Pedagogy', educationDegreeMapping: { Bachelor: 1 } }],
    licenseInformation: { license: 'UEFA B', number: 'B-4711', organization: 'The Football Union', documents: [] },
  },
  answers: [{ question: 'Do you teach juniors?', category: 'Teaching', answer: 'yes' }],
  documents: [DOCUMENT],
  ...changes,
});
const registered = (changes: Partial<OrganizationDetail> = {}): OrganizationDetail => ({
  id: newId(),
  name: 'River Club',
  status: 'pending',
  isComplete: true,
  createdAt: new Date(Date.now() - 86_400_000).toISOString(),
  owner: { userId: newId(), name: 'Mia Horvat', username: 'mia', email: 'mia@mail.example' },
  sports: ['soccer', 'table-tennis'],
  registration: {
    website: 'riverclub.example',
    address: { country: 'Croatia', city: 'Zagreb', street: '' },
    sectorType: 'other',
    organizationDescriptionOthers: 'A fan club',
    type: 'nonprofit',
    governance: 'local',
    size: '1-1000',
    organizationPrimeObjective: 'grow-the-membership',
    contact_person_name: 'Iva Novak',
    contact_person_email: 'iva@mail.example',
  },
  reason: null,
  ...changes,
});

let applications: ApplicationDetail[];
let organizations: OrganizationDetail[];
let sent: unknown[];

/** Serves a list of the operator, and each of its rows. */
const serve = <T extends { id: string; status: string; reason: string | null }>(path: string, rows: () => T[]) => {
  network.answer(path, (query) => {
    const status = query.get('status');
    const fitting = rows().filter((row) => status === null || row.status === status);
    return { count: fitting.length, results: fitting.slice(0, Number(query.get('limit'))) };
  });
  for (const row of rows())
    network.answer(`${path}/${row.id}`, (_query, body, method) => {
      const now = rows().find(({ id }) => id === row.id)!;
      if (method === 'GET') return now;
      if (now.status !== 'pending')
        throw new Refusal(409, 'application.decided', 'This application was decided already.');
      sent.push(body);
      Object.assign(now, body, { decidedAt: new Date().toISOString() });
      return now;
    });
};

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  applications = [
    applied('Leo Marin'),
    applied('Eva Kos'),
    applied('Tom Rade', { status: 'denied', reason: 'No proof.' }),
  ];
  organizations = [registered()];
  serve('/admin/applications', () => applications);
  serve('/admin/organizations', () => organizations);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('an operator sees what waits first, how many and since when, by kind and by status', async () => {
  const at = showRouted(<DeskPage kind="applications" status="pending" />, '/admin');
  const list = page.getByRole('list', { name: 'Creators' });
  await expect.element(link('Leo Marin')).toHaveAttribute('href', `/admin/applications/${applications[0]!.id}`);
  await expect.element(list.getByText('Soccer · Sports Coaching · 22 points').first()).toBeVisible();
  await expect.element(list.getByText('Sent 3 days ago').first()).toBeVisible();
  await expect.element(said('2 wait for a decision.')).toBeVisible();
  expect(link('Tom Rade').elements()).toEqual([]);
  const kinds = page.getByRole('navigation', { name: 'Kind' });
  await expect.element(kinds.getByRole('link', { name: 'Creators 2' })).toHaveAttribute('aria-current', 'page');
  await expect.element(kinds.getByRole('link', { name: 'Organizations 1' })).toBeVisible();
  await expectAccessible('the list of applications');
  await button('Denied').click();
  await expect.poll(at).toBe('/admin?status=denied');
  clearPage();
  showRouted(<DeskPage kind="applications" status="denied" />, '/admin');
  await expect.element(link('Tom Rade')).toBeVisible();
  clearPage();
  showRouted(<DeskPage kind="organizations" status="pending" />, '/admin');
  await expect.element(link('River Club')).toHaveAttribute('href', `/admin/organizations/${organizations[0]!.id}`);
  await expect.element(said('Mia Horvat · Soccer · Table tennis')).toBeVisible();
});

test('the page of an application shows all that was sent; it is approved with a reason, and the next one is offered', async () => {
  const [leo, eva] = applications;
  showRouted(<DeskApplicationPage id={leo!.id} />, `/admin/applications/${leo!.id}`);
  for (const words of [
    'leo@mail.example',
    'Coach: National team',
    'Human kinetics',
    'Sports Pedagogy',
    'UEFA B',
    'B-4711',
    '22 points',
  ])
    await expect.element(said(words)).toBeVisible();
  await page.getByText('Teaching', { exact: true }).click();
  await expect.element(page.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
  await expectAccessible('an application');
  await button('Approve').click();
  await expect.element(sheet().getByRole('heading', { name: 'Approve Leo Marin, Soccer?' })).toBeVisible();
  const send = sheet().getByRole('button', { name: 'Approve', exact: true });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await reason().fill('Ten years of coaching.');
  // The very words of the mail.
  await expect.element(sheet().getByText('Your Soccer application was approved.')).toBeVisible();
  await expect.element(sheet().getByText(/The reason: Ten years of coaching\./)).toBeVisible();
  await expectAccessible('the question of a decision');
  await send.click();
  await expect.element(said('Approved. The person is notified.')).toBeVisible();
  await expect.element(link('Next: Eva Kos, Soccer')).toHaveAttribute('href', `/admin/applications/${eva!.id}`);
  await expect.element(link('Back to the list')).toHaveAttribute('href', '/admin');
  await expect.element(heading('Decision')).toHaveFocus();
  await expect.element(said('Ten years of coaching.')).toBeVisible();
  expect(button('Approve').elements()).toEqual([]);
  await expect.poll(() => sent).toEqual([{ status: 'approved', reason: 'Ten years of coaching.' }]);
  await expectAccessible('a decided application');
});

test('an organization is denied with a reason', async () => {
  const [club] = organizations;
  showRouted(<DeskOrganizationPage id={club!.id} />, `/admin/organizations/${club!.id}`);
  for (const words of ['A fan club', 'Zagreb, Croatia', 'Nonprofit', 'Grow the membership', 'Iva Novak', 'Mia Horvat'])
    await expect.element(said(words)).toBeVisible();
  await expectAccessible('an organization');
  await button('Deny').click();
  await reason().fill('The website does not exist.');
  await expect.element(sheet().getByText('River Club was not approved.')).toBeVisible();
  await sheet().getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(said('Denied. The person is notified.')).toBeVisible();
  await expect.element(link('Back to the list')).toHaveAttribute('href', '/admin?kind=organizations');
  await expect.poll(() => sent).toEqual([{ status: 'denied', reason: 'The website does not exist.' }]);
});

test('a decision of another operator meanwhile is said, and shown', async () => {
  const [leo] = applications;
  showRouted(<DeskApplicationPage id={leo!.id} />, `/admin/applications/${leo!.id}`);
  await button('Approve').click();
  await reason().fill('Good answers.');
  Object.assign(leo!, { status: 'denied', reason: 'The license has expired.', decidedAt: new Date().toISOString() });
  await sheet().getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.element(said('Another operator decided this meanwhile. Your decision was not saved.')).toBeVisible();
  await button('Show the decision').click();
  await expect.element(said('The license has expired.')).toBeVisible();
  await expect.element(link('Next: Eva Kos, Soccer')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
});

test('without a network nothing is decided, and the reason is kept, also over a reload', async () => {
  const [leo] = applications;
  showRouted(<DeskApplicationPage id={leo!.id} />, `/admin/applications/${leo!.id}`);
  await button('Deny').click();
  await reason().fill('The license cannot be read.');
  network.goOffline();
  await expect
    .element(said('You are offline. Your reason is kept on this device; decide when you are connected.'))
    .toBeVisible();
  await expect
    .element(sheet().getByRole('button', { name: 'Deny', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  clearPage();
  showRouted(<DeskApplicationPage id={leo!.id} />, `/admin/applications/${leo!.id}`);
  await expect
    .element(said('You are offline. This page needs a connection, and opens once you are online.'))
    .toBeVisible();
  // What operators see of others is not kept on the device.
  expect(said('leo@mail.example').elements()).toEqual([]);
  network.goOnline();
  await button('Deny').click();
  await expect.element(reason()).toHaveValue('The license cannot be read.');
  await sheet().getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(said('Denied. The person is notified.')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ status: 'denied', reason: 'The license cannot be read.' }]);
});

test('a lost answer is repeated with the same key, so that it is no decision of another operator', async () => {
  const [leo] = applications;
  const path = `/admin/applications/${leo!.id}`;
  const keys: (string | null)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'PUT') keys.push(new Headers(init.headers).get('Idempotency-Key'));
    if (keys.length === 1 && init?.method === 'PUT') throw new TypeError('Failed to fetch');
    return fetch(input, init);
  };
  try {
    showRouted(<DeskApplicationPage id={leo!.id} />, path);
    await button('Approve').click();
    await reason().fill('Good answers.');
    const send = sheet().getByRole('button', { name: 'Approve', exact: true });
    await send.click();
    await expect
      .element(said('No answer came. Your reason is kept. Please try again: a decision is made only once.'))
      .toBeVisible();
    await expect.element(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.click();
    await expect.element(said('Approved. The person is notified.')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  } finally {
    globalThis.fetch = fetch;
  }
});

test('a document is saved as a file, read with the token in a header and not in an address', async () => {
  const [leo] = applications;
  const asked: string[] = [];
  network.answer(`/admin/applications/${leo!.id}/documents/${DOCUMENT.sha256}`, (query) => {
    asked.push(query.toString());
    return new Response('file', {
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment; filename="x.jpg"' },
    });
  });
  const saved: HTMLAnchorElement[] = [];
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function save() {
    saved.push(this);
  };
  try {
    showRouted(<DeskApplicationPage id={leo!.id} />, `/admin/applications/${leo!.id}`);
    await button('Download My license.heic').click();
    await expect.poll(() => saved.length).toBe(1);
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  expect(saved[0]!.download).toBe('My license.jpg');
  const blob = await (await fetch(saved[0]!.href)).blob();
  expect([await blob.text(), blob.type]).toEqual(['file', 'application/octet-stream']);
  expect(asked).toEqual(['']);
});

test('everybody else is led home and never sees what the page is', async () => {
  const refuse = () => {
    throw new Refusal(404, 'access.not_found', 'This was not found.');
  };
  for (const path of ['/admin/applications', '/admin/organizations', `/admin/applications/${applications[0]!.id}`])
    network.answer(path, refuse);
  const titles: string[] = [];
  const watch = new MutationObserver(() =>
    titles.push(...[...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)),
  );
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  for (const kind of ['applications', 'organizations'] as const) {
    const at = showRouted(<DeskPage kind={kind} status="pending" />, '/admin');
    await expect.poll(at).toBe('/dashboard');
    clearPage();
  }
  const at = showRouted(<DeskApplicationPage id={applications[0]!.id} />, `/admin/applications/${applications[0]!.id}`);
  await expect.poll(at).toBe('/admin');
  watch.disconnect();
  expect(titles.filter((title) => title !== 'Sideline')).toEqual([]);
});
