import { afterEach, beforeEach, expect, test } from 'vitest';
import { readActiveUserId } from '#store/door.ts';
import { deviceDatabase } from '#store/device.ts';
import { leaveAccount, loadAccount } from '#app/data/account.ts';
import { person, Refusal, standInNetwork, tokenOf, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { signIn } from './sign-in-actions.ts';

const network = standInNetwork();
const LOGIN = {
  loginAllowed: true,
  access: tokenOf(USER_ID),
  userId: USER_ID,
  profiles: [{ profileId: USER_ID }],
  isRegistrationComplete: true,
  isAdmin: false,
  isEducator: false,
  isOrganization: false,
};
const refuse = (status: number, message: string) => () => {
  throw new Refusal(status, 'x', message);
};

beforeEach(async () => {
  leaveAccount();
  await deviceDatabase.settings.clear();
  network.requests.length = 0;
  network.answer('/auth/login', () => LOGIN);
  network.answer('/users/me', () => person());
});
afterEach(() => network.goOnline());

test('ACC-076 ACC-078 after a sign-in the person with their roles is read and kept, then the dashboard opens', async () => {
  expect(await signIn('ana', 'Sideline-2026!')).toMatchObject({ to: '/dashboard' });
  expect(network.requests.slice(0, 2)).toEqual(['/auth/login', '/users/me']);
  expect(await readActiveUserId()).toBe(USER_ID);
  const { db } = (await loadAccount())!;
  expect(await db.me.get(USER_ID)).toMatchObject({ isEducator: true, isLearner: true, lastLoginedRole: 'educator' });

  // Not those that the device has kept from the time before.
  network.answer('/users/me', () => person({ isEducator: false, lastLoginedRole: 'learner' }));
  expect(await signIn('ana', 'Sideline-2026!')).toMatchObject({ to: '/dashboard' });
  expect(await db.me.get(USER_ID)).toMatchObject({ isEducator: false, lastLoginedRole: 'learner' });
});

test('ACC-075 an incomplete registration goes on', async () => {
  network.answer('/users/me', () => person({ isRegistrationComplete: false }));
  expect(await signIn('ana', 'Sideline-2026!')).toMatchObject({ to: '/choose-membership-type' });
});

test('ACC-077 ACC-131 the first sign-in in each role is noted by its record and on the device, and is welcomed once', async () => {
  const noted: unknown[] = [];
  for (const [role, path] of [
    ['learner', `/learners/${USER_ID}`],
    ['educator', `/educators/${USER_ID}`],
    ['organization', `/organizations/${USER_ID}`],
  ] as const) {
    network.answer(path, (_query, body) => {
      noted.push([path, body]);
      return { id: USER_ID, educatorId: USER_ID, firstTimeLogin: false };
    });
    const me = person({
      lastLoginedRole: role,
      isOrganization: true,
      learnerId: USER_ID,
      educatorId: USER_ID,
      organizations: [{ id: USER_ID, name: 'North Shore Club', role: 'Owner' }],
    });
    const firstTimeLogin = { learner: true, educator: true, organization: true };
    network.answer('/users/me', () => ({ ...me, firstTimeLogin }));
    expect(await signIn('ana', 'Sideline-2026!'), role).toMatchObject({ to: '/welcome-page' });
    expect(noted).toEqual([[path, { firstTimeLogin: false }]]);
    const { db } = (await loadAccount())!;
    expect((await db.me.get(USER_ID))?.firstTimeLogin).toEqual({ ...firstTimeLogin, [role]: false });
    network.answer('/users/me', () => ({ ...me, firstTimeLogin: { ...firstTimeLogin, [role]: false } }));
    expect(await signIn('ana', 'Sideline-2026!'), role).toMatchObject({ to: '/dashboard' });
    expect(noted.splice(0)).toHaveLength(1);
  }
});

test('ACC-074 ACC-136 a sign-in that is not allowed ends with the reason under the password; nobody is signed in', async () => {
  network.answer('/auth/login', () => ({ ...LOGIN, loginAllowed: false, access: undefined }));
  expect(await signIn('ana', 'Sideline-2026!')).toEqual({
    failure: {
      place: 'password',
      message: 'Your application is still under review, please try again later.',
      isClosed: true,
    },
  });
  expect(await readActiveUserId()).toBeUndefined();
});

test('ACC-137 a wrong password, or too many tries, show the server’s message under the password', async () => {
  for (const status of [401, 429]) {
    network.answer('/auth/login', refuse(status, `Message of ${status}`));
    expect(await signIn('ana', 'x')).toEqual({ failure: { place: 'password', message: `Message of ${status}` } });
  }
});

test('ACC-138 ACC-139 a failure of the server and any other one have their own sentence on the page', async () => {
  for (const [status, message] of [
    [500, 'Something went wrong. Please try again later.'],
    [503, 'Something went wrong. Please try again later.'],
    [400, 'Something went wrong. Try again.'],
    [409, 'Something went wrong. Try again.'],
  ] as const) {
    network.answer('/auth/login', refuse(status, 'Words of the server'));
    expect(await signIn('ana', 'x'), String(status)).toEqual({ failure: { place: 'page', message } });
  }
  network.goOffline();
  expect(await signIn('ana', 'x')).toEqual({
    failure: { place: 'page', message: 'Something went wrong. Try again.' },
  });
});
