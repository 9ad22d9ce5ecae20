import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { OrganizationFinalPage } from './final-page.tsx';
import { JoinOrganizationPage } from './join-organization-page.tsx';

interface Draft {
  version: number;
  step: string | null;
  data: Record<string, unknown> | null;
}
const network = standInNetwork();
let account: Account;
let draft: Draft;
let sent: [string, Record<string, unknown>][];
let refuses: boolean;

const me = (facts: Record<string, unknown> = {}) =>
  person({ isRegistrationComplete: false, isEducator: false, lastLoginedRole: 'learner', organizations: [], ...facts });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(me());
  draft = { version: 0, step: null, data: null };
  sent = [];
  refuses = false;
  network.answer('/sports', () => ({
    count: 2,
    results: ['Soccer', 'Golf'].map((name) => ({
      id: name.toLowerCase(),
      name,
      sportType: 'Launched',
      isActive: true,
      activeEducatorsWithContent: 1,
    })),
  }));
  network.answer('/organizations/own', () => ({ count: 0, results: [] }));
  network.answer('/application-drafts/organization', (_query, body, method) => {
    if (method === 'PUT') {
      if (body['version'] !== undefined && body['version'] !== draft.version)
        throw new Refusal(409, 'application.draft_changed', 'Changed elsewhere.');
      draft = {
        version: draft.version + 1,
        step: body['step'] as string,
        data: body['data'] as Record<string, unknown>,
      };
    }
    if (method === 'DELETE') draft = { version: 0, step: null, data: null };
    return method === 'DELETE'
      ? new Response(null, { status: 204 })
      : { name: 'organization', updatedAt: null, ...draft };
  });
  network.answer('/users/me/as-organization', () => me({ isOrganization: true }));
  const registered = (body: Record<string, unknown>) => ({
    id: draft.data?.['id'] ?? body['id'],
    name: 'Rijeka Juniors',
    status: 'pending',
    isComplete: true,
    createdAt: '2026-11-23T07:00:00.000Z',
  });
  network.answer('/organizations', (_query, body) => {
    sent.push(['create', body]);
    if (refuses) throw new Refusal(409, 'organization.exists', 'You have applied for an organization already.');
    network.answer(`/organizations/${String(body['id'])}/registration`, (_more, said) => {
      sent.push(['register', said]);
      return registered(body);
    });
    return registered(body);
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const open = (isFurtherRole = false) => {
  clearPage();
  return showRouted(<JoinOrganizationPage isFurtherRole={isFurtherRole} />, '/join-as-organization');
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const next = () => button('Next').click();
const back = () => button('Back').click();
const answer = (group: string, name: string) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true });
const ADMIN = 'Are you an administrator of the organization?';
const AUTHORIZED = 'Are you authorized to represent the organization?';

const fillRole = async () => {
  await field('Your name').fill('Nora Novak');
  await field('Your email at the organization').fill('nora@juniors.example.org');
  await field('Your title').fill('Dr');
  await field('Your role').fill('Secretary');
  await answer(ADMIN, 'Yes').click();
  await answer(AUTHORIZED, 'Yes').click();
};
const chooseCode = async () => {
  await page.getByRole('button', { name: /^Country code/ }).click();
  await page.getByRole('option', { name: /^Croatia/ }).click();
};
const fillDetails = async (code = chooseCode) => {
  await field('Name of the organization').fill('Rijeka Juniors');
  await field('Web site').fill('www.juniors.example.org');
  await code();
  await field('Number').fill('51123456');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Croatia', exact: true }).click();
  await field('City').fill('Rijeka');
};
const choose = async (step: string, name: string) => {
  await expect.element(heading(step)).toBeVisible();
  await page.getByRole('radio', { name, exact: true }).click();
  await next();
};

test('APP-015 APP-032 APP-034 APP-035 APP-076 APP-077 APP-078 APP-079 APP-080 the eight steps, in their order, send everything', async () => {
  const at = open();
  await expect.element(heading('Describe your Role')).toBeVisible();
  expect(await violations()).toEqual([]);
  await fillRole();
  await next();
  await expect.element(heading('Organization sport')).toBeVisible();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose at least one sport to continue.');
  await button('Golf').click();
  await next();
  await expect.element(heading('Organization details')).toBeVisible();
  expect(await violations()).toEqual([]);
  await fillDetails();
  await next();
  await choose('What describes your organization', 'Governing Body');
  await choose('Structure', 'Nonprofit');
  await choose('Reach', 'Provincial/State');
  await choose('Audience size', '250,001+');
  await expect.element(heading('About the Organization')).toBeVisible();
  await expect.element(button('Apply')).toHaveAccessibleDescription('Choose your prime objective to continue.');
  await page.getByRole('radio', { name: 'Grow the membership' }).click();
  await page.getByRole('textbox', { name: /purpose/ }).fill('We teach children.');
  await expect.element(page.getByText(/18 of 1000 characters used/)).toBeInTheDocument();
  await button('Apply').click();
  await expect.poll(at).toBe('/organization-final-screen');
  const [created, described] = sent;
  expect(created).toEqual([
    'create',
    {
      id: expect.any(String),
      name: 'Rijeka Juniors',
      website: 'www.juniors.example.org',
      phoneNumber: '+38551123456',
      sports: ['golf'],
      address: {
        country: 'HR',
        city: 'Rijeka',
        street: '',
        building: '',
        apartment_number: '',
        state: '',
        postal_code: '',
      },
    },
  ]);
  expect(described![1]).toMatchObject({
    sectorType: 'governing-body',
    type: 'nonprofit',
    governance: 'provincial-state',
    size: '250001-plus',
    description: 'We teach children.',
    organizationPrimeObjective: 'grow-the-membership',
    contact_person_name: 'Nora Novak',
    contact_person_email: 'nora@juniors.example.org',
    contact_person_role: 'Secretary',
    contact_person_title: 'Dr',
    needCopyLibrary: false,
  });
  await expect.poll(() => account.db.drafts.count()).toBe(0);
  await expect.poll(() => draft.version).toBe(0);
});

test('APP-048 APP-049 APP-050 the role step needs every field, and an administrator who may represent the organization', async () => {
  open();
  await fillRole();
  await expect.element(button('Next')).not.toHaveAttribute('aria-disabled', 'true');
  await answer(ADMIN, 'No').click();
  const notAdmin = page
    .getByRole('alert')
    .filter({ hasText: /^Only an Authorized Administrator can establish an Organization Account/ });
  await expect.element(notAdmin).toBeVisible();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await answer(ADMIN, 'Yes').click();
  await answer(AUTHORIZED, 'No').click();
  await expect
    .element(
      page
        .getByRole('alert')
        .filter({ hasText: /^Only an Authorized Representative can establish an Organizational Account/ }),
    )
    .toBeVisible();
  await answer(AUTHORIZED, 'Yes').click();
  await field('Your title').fill('');
  await expect
    .element(button('Next'))
    .toHaveAccessibleDescription('Fill in your name, email, title and role, and answer both questions.');
});

test('APP-014 APP-018 APP-019 Back from the first step leaves to the membership, or, with apply-role, to the dashboard', async () => {
  let at = open();
  await expect.element(heading('Describe your Role')).toBeVisible();
  await back();
  await expect.poll(at).toBe('/choose-membership-type');
  await account.db.me.put(me({ isRegistrationComplete: true }));
  at = open(true);
  await expect.element(heading('Describe your Role')).toBeVisible();
  await back();
  await expect.poll(at).toBe('/dashboard');
});

test('APP-016 APP-017 APP-035 a Creator begins with the migration notice, whose Back shows the role step', async () => {
  await account.db.me.put(me({ isEducator: true, isRegistrationComplete: true, lastLoginedRole: 'educator' }));
  const at = open(true);
  await expect.element(heading('Before you begin')).toBeVisible();
  await expect
    .element(
      page.getByText(
        'You are about to apply as an Organization. Your Creator account stays as it is; you can copy your Library.',
      ),
    )
    .toBeVisible();
  await page.getByRole('checkbox', { name: 'Copy my Library to the organization' }).click();
  await back();
  await expect.element(heading('Describe your Role')).toBeVisible();
  expect(at()).toBe('/join-as-organization');
  await expect.poll(() => draft.data).toMatchObject({ needCopyLibrary: true });
});

test('APP-033 APP-053 APP-054 a choice is needed, and Other needs a text', async () => {
  draft = { version: 3, step: 'sectorType', data: { contactPersonName: 'Nora Novak' } };
  open();
  await expect.element(heading('What describes your organization')).toBeVisible();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose one to continue.');
  await page.getByRole('radio', { name: 'Other', exact: true }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Describe it in a few words to continue.');
  await field('Please describe it').fill('A fan club');
  await next();
  await expect.element(heading('Structure')).toBeVisible();
  await expect
    .poll(() => draft.data)
    .toMatchObject({ sectorType: 'other', organizationDescriptionOthers: 'A fan club' });
});

test('what was typed offline is there after a reload, goes to the server on return, and another device goes on with it', async () => {
  open();
  await expect.element(heading('Describe your Role')).toBeVisible();
  network.goOffline();
  await fillRole();
  await next();
  await expect.element(heading('Organization sport')).toBeVisible();
  open();
  await expect.element(heading('Organization sport')).toBeVisible();
  network.goOnline();
  await expect.poll(() => draft).toMatchObject({ step: 'sport', data: { contactPersonName: 'Nora Novak' } });
  account = await freshAccount();
  await account.db.me.put(me());
  open();
  await expect.element(heading('Organization sport')).toBeVisible();
  await back();
  await expect.element(field('Your name')).toHaveValue('Nora Novak');
});

test('a change in another tab is not overwritten: the person chooses which version counts', async () => {
  draft = { version: 1, step: 'sectorType', data: { contactPersonName: 'Nora Novak', sectorType: 'club' } };
  open();
  await expect.element(heading('What describes your organization')).toBeVisible();
  draft = { version: 2, step: 'size', data: { contactPersonName: 'Ana Novak', sectorType: 'league' } };
  await next();
  const note = page.getByRole('alert').filter({ hasText: 'changed in another tab or on another device.' });
  await expect.element(note).toBeVisible();
  expect(draft.version).toBe(2);
  await button('Use that version').click();
  await expect.element(heading('Audience size')).toBeVisible();
  draft = { ...draft, version: 5 };
  await page.getByRole('radio', { name: '1-1,000', exact: true }).click();
  await next();
  await expect.element(note).toBeVisible();
  await button('Keep this one').click();
  await expect
    .poll(() => draft)
    .toMatchObject({ version: 6, data: { size: '1-1000', contactPersonName: 'Ana Novak' } });
});

test('APP-075 a refused registration says why, keeps everything, and can be sent again', async () => {
  draft = { version: 1, step: 'about', data: { organizationPrimeObjective: 'grow-the-membership' } };
  refuses = true;
  const at = open();
  await button('Apply').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You have applied for an organization already.');
  refuses = false;
  await button('Apply').click();
  await expect.poll(at).toBe('/organization-final-screen');
  const ids = sent.filter(([kind]) => kind === 'create').map(([, { id }]) => id);
  expect(ids[0]).toBe(ids[1]);
});

test('a person whose organization waits for approval sees the thank-you', async () => {
  network.answer('/organizations/own', () => ({
    count: 1,
    results: [
      {
        id: '019aaf2e-0000-7000-8000-000000000001',
        name: 'Rijeka Juniors',
        status: 'pending',
        isComplete: true,
        createdAt: '2026-11-23T07:00:00.000Z',
      },
    ],
  }));
  const at = open();
  await expect.poll(at).toBe('/organization-final-screen');
});

test('APP-051 the details need name, web site, country code, phone number and city', async () => {
  open();
  await fillRole();
  await next();
  await button('Golf').click();
  await next();
  await expect.element(heading('Organization details')).toBeVisible();
  const waits = () => expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  const goesOn = () => expect.element(button('Next')).not.toHaveAttribute('aria-disabled', 'true');
  await fillDetails(async () => {});
  await waits();
  await expect
    .element(button('Next'))
    .toHaveAccessibleDescription('Fill in name, web site, phone number, country and city.');
  await chooseCode();
  await goesOn();
  for (const [name, value] of [
    ['Name of the organization', 'Rijeka Juniors'],
    ['Web site', 'www.juniors.example.org'],
    ['Number', '51123456'],
    ['City', 'Rijeka'],
  ] as const) {
    await field(name).clear();
    await waits();
    await field(name).fill(value);
    await goesOn();
  }
});

test('APP-020 APP-021 APP-022 the thank-you names the 48 hours; Back to home is for complete registrations', async () => {
  const openFinal = () => {
    clearPage();
    return showRouted(<OrganizationFinalPage />, '/organization-final-screen');
  };
  openFinal();
  await expect.element(heading('Thank you')).toBeVisible();
  await expect
    .element(
      page.getByText('Thank you for applying. A member of our customer success team will contact you within 48 hours.'),
    )
    .toBeVisible();
  await expect.element(button('Back to home')).not.toBeInTheDocument();
  await account.db.me.put(me({ isRegistrationComplete: true }));
  const at = openFinal();
  await button('Back to home').click();
  await expect.poll(at).toBe('/dashboard');
});
