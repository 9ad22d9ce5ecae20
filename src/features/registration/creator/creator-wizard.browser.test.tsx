import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { patchDraft, readDraft } from '../registration-draft.ts';
import { ApplicationPage } from './application-page.tsx';
import { modelServer, SOCCER, type ModelServer } from './creator.fixtures.ts';

const network = standInNetwork();
let account: Account;
let server: ModelServer;

beforeEach(async () => {
  sessionStorage.clear();
  account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false, lastLoginedRole: 'learner' }));
  server = modelServer(network, 'coaching');
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const open = (type: 'coaching' | 'science' = 'coaching') => {
  clearPage();
  return showRouted(<ApplicationPage type={type} sport={SOCCER} />, `/${type}-application`);
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const next = () => button('Next').click();
const field = (name: string) => page.getByLabelText(name, { exact: true });
const ROLES = 'What best describes your current role(s) in Soccer?';

/** Answers the coaching wizard up to its last step. */
const answerCoaching = async () => {
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).click();
  await button('Youth').click();
  await next();
  const slider = page.getByRole('slider', { name: 'How many years have you played Soccer?' });
  await slider.fill('10');
  await page.getByRole('radio', { name: 'Yes', exact: true }).click();
  await next();
  await button('Tactics').click();
};

test('APP-003 APP-023 APP-024 APP-036 APP-045 APP-046 APP-047 T-40 the coaching wizard: roles, each category, the commitment, and the points', async () => {
  await patchDraft(account.db, { invitationCode: 'COACHES26' });
  const at = open();
  await expect.element(heading(ROLES)).toBeVisible();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose at least one role to continue.');
  await page.getByRole('checkbox', { name: 'Fan', exact: true }).click();
  // A Fan is no coach: the server would refuse it.
  await expect.element(button('Next')).toHaveAccessibleDescription(/^Choose Coach, Trainer, or Athlete/);
  await page.getByRole('checkbox', { name: 'Fan', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose a level for Coach to continue.');
  await button('Youth').click();
  await next();

  await expect.element(heading('Playing Experience')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'How many years have you played Soccer?' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0');
  await slider.fill('10');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '10+');
  await expect.element(button('Next')).toHaveAccessibleDescription('Answer Yes or No to continue.');
  await page.getByRole('radio', { name: 'Yes', exact: true }).click();
  expect(await violations()).toEqual([]);
  await next();

  await expect.element(heading('Teaching')).toBeVisible();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose at least one answer to continue.');
  await button('Tactics').click();
  await next();
  const commitment = dialog('Your commitment');
  await expect
    .element(commitment)
    .toHaveAccessibleDescription(
      'I commit to publish original, respectful and correct content for the Soccer community.',
    );
  await commitment.getByRole('button', { name: 'Back' }).click();
  await expect.element(heading('Teaching')).toBeVisible();
  await next();
  await commitment.getByRole('button', { name: 'I commit' }).click();
  await expect.poll(at).toBe('/verify-result');
  expect(server.sent).toEqual([
    expect.objectContaining({
      sport: 'soccer',
      applicationType: 'coaching',
      invitationCode: 'COACHES26',
      sportRoleParticipationLevelMapping: [{ roleId: 'coach', participationLevelIds: ['youth'] }],
      sportAnswers: [
        { answer: 10, question: 'years', category: 'playing' },
        { answer: 'yes', question: 'national', category: 'playing' },
        { answer: ['tactics'], question: 'topics', category: 'teaching' },
      ],
    }),
  ]);
  // What the server answered is on the device, and nothing is left of the draft.
  expect(await account.db.me.get(account.userId)).toMatchObject({ isEducator: true, isRegistrationComplete: true });
  expect(await readDraft(account.db)).toBeUndefined();
});

test('APP-003 a reload in any step keeps the answers and the step; Back shows them; another device goes on from the server’s draft', async () => {
  open();
  await answerCoaching();
  await expect.poll(() => server.draft.step).toBe('questions:teaching');
  open();
  await expect.element(heading('Teaching')).toBeVisible();
  await expect.element(button('Tactics')).toHaveAttribute('aria-pressed', 'true');
  await button('Back').click();
  await expect.element(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();

  // A device that knows nothing yet.
  clearPage();
  sessionStorage.clear();
  account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  open();
  await expect.element(heading('Teaching')).toBeVisible();
  await expect.element(button('Tactics')).toHaveAttribute('aria-pressed', 'true');
});

test('an application that was changed in two places asks which one remains, and replaces nothing unasked', async () => {
  open();
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).click();
  await expect.poll(() => server.draft.version).toBe(1);
  const first = (server.draft.data as { form: Record<string, unknown> }).form;
  const fan = { ...first, roles: { levels: { fan: [] }, customName: '' } };

  server.saveElsewhere('roles', fan);
  await button('Youth').click();
  const changed = dialog('Changed in another place');
  await changed.getByRole('button', { name: 'Keep these' }).click();
  await expect.poll(() => server.draft.version).toBe(3);
  expect(server.draft.data).toMatchObject({ form: { roles: { levels: { coach: ['youth'] } } } });

  server.saveElsewhere('roles', fan);
  await button('Club').click();
  await changed.getByRole('button', { name: 'Use those' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Fan', exact: true })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Coach', exact: true })).not.toBeChecked();
});

test('an own draft whose answer was lost is no change of another place', async () => {
  open();
  await page.getByRole('checkbox', { name: 'Coach', exact: true }).click();
  await expect.poll(() => server.draft.version).toBe(1);
  server.losesAnswers = true;
  await button('Youth').click();
  await expect.poll(() => server.draft.version).toBe(2);
  server.losesAnswers = false;
  await button('Club').click();
  await expect.poll(() => server.draft.version).toBe(3);
  expect(server.draft.data).toMatchObject({ form: { roles: { levels: { coach: ['youth', 'club'] } } } });
  await expect.element(dialog('Changed in another place')).not.toBeInTheDocument();
});

test('offline the whole wizard is filled in and kept; sending waits for the network and says so', async () => {
  open();
  await expect.element(heading(ROLES)).toBeVisible();
  network.goOffline();
  await answerCoaching();
  await next();
  const commit = dialog('Your commitment').getByRole('button', { name: 'I commit' });
  await expect
    .element(commit)
    .toHaveAccessibleDescription('Your answers are saved. Connect to the internet to send your application');
  await expect.element(commit).toHaveAttribute('aria-disabled', 'true');
  // Opened again without a network, it is all there.
  const at = open();
  await expect.element(heading('Teaching')).toBeVisible();
  await next();
  network.goOnline();
  await expect.element(commit).not.toHaveAttribute('aria-disabled', 'true');
  await commit.click();
  await expect.poll(at).toBe('/verify-result');
});

test('APP-069 a failure is said and everything stays; another try is of the same application', async () => {
  server.refuse = new Refusal(500, 'server.failed', 'x');
  const at = open();
  await answerCoaching();
  await next();
  const commitment = dialog('Your commitment');
  await commitment.getByRole('button', { name: 'I commit' }).click();
  await expect.element(commitment.getByRole('alert')).toHaveTextContent('Registration failed.');
  server.refuse = new Refusal(400, 'application.answer_missing', 'Please answer every question.');
  await commitment.getByRole('button', { name: 'I commit' }).click();
  await expect.element(commitment.getByRole('alert')).toHaveTextContent('Please answer every question.');
  server.refuse = null;
  await commitment.getByRole('button', { name: 'I commit' }).click();
  await expect.poll(at).toBe('/verify-result');
  expect(server.tried).toHaveLength(3);
  expect(new Set(server.tried).size).toBe(1);
});

test('APP-070 APP-071 APP-072 APP-073 APP-074 the step that failed on the server is said by its sentence', async () => {
  open();
  await answerCoaching();
  await next();
  const commitment = dialog('Your commitment');
  for (const [code, says] of [
    ['application.not_created', 'Sorry, application was not created.'],
    ['application.failed', 'Sorry, something went wrong.'],
    ['application.user_not_created', 'User was not created.'],
    ['application.profile_not_created', 'Sorry, profile was not created.'],
    ['application.user_not_updated', 'Sorry, user was not updated.'],
  ] as const) {
    server.refuse = new Refusal(500, code, says);
    await commitment.getByRole('button', { name: 'I commit' }).click();
    await expect.element(commitment.getByRole('alert')).toHaveTextContent(says);
  }
});

test('APP-012 an application that exists leads to the page after it; a denied one says when it can be repeated', async () => {
  server.state = { exists: true, status: 'pending', canApply: false, repeatableAt: null };
  const at = open();
  await expect.poll(at).toBe('/finish-info');
  server.state = { exists: true, status: 'denied', canApply: false, repeatableAt: '2031-02-03T10:00:00.000Z' };
  open();
  await expect.element(heading('Not accepted this time')).toBeVisible();
  await expect
    .element(page.getByText(/^Your application was not accepted\. You can apply again on .*2031/))
    .toBeVisible();
});

/** Adds a document in the step of the license. @returns Its hash, and whether the server can read it, which begins with no. */
const addDocument = async () => {
  const picker = page.getByLabelText('Add a document');
  await userEvent.upload(picker, new File(['text'], 'scan.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('Choose a JPEG or PNG picture, or a PDF.')).toBeVisible();
  await userEvent.upload(picker, new File(['%PDF-1.7 scan'], 'scan.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('scan.pdf')).toBeVisible();
  const [document] = await account.db.files.toArray();
  const server = { sha256: document!.sha256, isReadable: false };
  network.answer(`/application-documents/${document!.sha256}`, () => {
    if (!server.isReadable) throw new Refusal(415, 'application.document_unreadable', 'This file cannot be read.');
    return { sha256: document!.sha256, contentType: 'application/pdf', size: 13 };
  });
  return server;
};

test('APP-004 APP-025 APP-027 APP-030 APP-037 APP-038 APP-039 APP-040 science with a license: area, license, its data and documents, categories', async () => {
  server = modelServer(network, 'science');
  const at = open('science');
  await expect.element(heading('What is your field?')).toBeVisible();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose your field to continue.');
  await page.getByRole('radio', { name: 'Physiotherapy' }).click();
  await next();
  await expect.element(heading('Do you have a degree or a license?')).toBeVisible();
  await page.getByRole('radio', { name: 'License', exact: true }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose a license to continue.');
  await page.getByRole('radio', { name: 'Another one' }).click();
  await next();

  await expect.element(heading('Tell us about your license')).toBeVisible();
  for (const [label, wrong, right] of [
    ['License title', 'PT', 'Physical Therapist'],
    ['License number', 'A', 'PT-12'],
    ['Licensing body', 'AB', 'College of Physiotherapists'],
    ['Website of the licensing body', 'no', 'www.college.example'],
  ] as const) {
    await field(label).fill(wrong);
    await userEvent.tab();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
    await field(label).fill(right);
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid');
  }
  await field('Website of the licensing body').fill('');
  await field('License number').fill('');
  await expect.element(button('Next')).toHaveAccessibleDescription('Fill in the required fields to continue.');
  await field('License number').fill('PT-12');

  const document = await addDocument();
  expect(await violations()).toEqual([]);
  await next();
  await expect.element(heading('Practice')).toBeVisible();
  await page.getByRole('radio', { name: 'No', exact: true }).click();
  await next();
  await button('I commit').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('scan.pdf: This file cannot be read.');
  document.isReadable = true;
  await button('I commit').click();
  await expect.poll(at).toBe('/verify-result');
  expect(server.sent[0]).toMatchObject({
    applicationType: 'science',
    sportScienceExpertiseInformation: { areaId: 'physiotherapy', basedOn: 'license' },
    verifyPayload: { educationCategoryId: 'physiotherapy', licenseBased: true },
    licenseInformation: {
      license: 'Physical Therapist',
      licenseType: 'custom',
      number: 'PT-12',
      organization: 'College of Physiotherapists',
      documents: [{ sha256: document.sha256, name: 'scan.pdf' }],
    },
  });
});

test('APP-004 APP-026 APP-027 APP-028 APP-029 APP-041 APP-042 APP-043 APP-044 science with degrees: levels with a count of 1 to 3, own degrees, the institution', async () => {
  server = modelServer(network, 'science');
  const at = open('science');
  await page.getByRole('radio', { name: 'Physiotherapy' }).click();
  await next();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose Degree or License to continue.');
  await page.getByRole('radio', { name: 'Degree', exact: true }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose a degree to continue.');
  await page.getByRole('checkbox', { name: 'Physiotherapy' }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Choose a level of Physiotherapy to continue.');
  const levels = page.getByRole('group', { name: 'Levels of Physiotherapy' });
  expect(
    levels
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Bachelor', 'Masters', 'Doctorate']);
  await levels.getByRole('button', { name: 'Masters' }).click();
  const count = page.getByRole('group', { name: 'How many: Masters, Physiotherapy' });
  expect(
    count
      .getByRole('radio')
      .elements()
      .map((each) => (each as HTMLInputElement).value),
  ).toEqual(['1', '2', '3']);
  await count.getByText('2', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Another one' }).click();
  await expect.element(button('Next')).toHaveAccessibleDescription('Name it with at least 3 characters to continue.');
  await field('Name of the degree').fill('Sports Science');
  await page.getByRole('group', { name: 'Levels of Sports Science' }).getByRole('button', { name: 'Bachelor' }).click();
  await next();

  await expect.element(heading('Tell us about your degree')).toBeVisible();
  await field('Name of the institution').fill('AB');
  await field('Website of the institution').fill('x');
  await userEvent.tab();
  for (const label of ['Name of the institution', 'Website of the institution'])
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  await field('Name of the institution').fill('University of Ljubljana');
  await field('Website of the institution').fill('uni-lj.si');
  await expect.element(button('Next')).toHaveAccessibleDescription('Fill in the required fields to continue.');
  await page.getByRole('combobox', { name: 'Graduation year' }).click();
  await page.getByRole('option', { name: '2015' }).click();
  await next();
  await page.getByRole('radio', { name: 'Yes', exact: true }).click();
  await next();
  await button('I commit').click();
  await expect.poll(at).toBe('/verify-result');
  expect(server.sent[0]).toMatchObject({
    verifyPayload: { licenseBased: false, degreeCountMapping: { Bachelor: 1, Masters: 2, Doctorate: 0 } },
    degreeInformation: {
      educationInstitutionName: 'University of Ljubljana',
      educationInstitutionWebsite: 'uni-lj.si',
      graduationYear: 2015,
    },
    standardEducations: [{ educationId: 'physio-degree', educationDegreeMapping: { Masters: 2 } }],
    customEducations: [{ name: 'Sports Science', educationDegreeMapping: { Bachelor: 1 } }],
  });
});
