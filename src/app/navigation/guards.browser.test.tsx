import { isRedirect } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Me } from '#contract/rows.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { enterAccount, leaveAccount, type Account } from '../data/account.ts';
import { person, Refusal, standInNetwork, tokenOf, USER_ID } from '../data/signed-in.fixtures.tsx';
import { flowOf, inFlow } from './flow-type.ts';
import { asCreator, asMember, landingOf, signedOutOnly, withRegistration, withSession } from './guards.ts';

let account: Account;
const network = standInNetwork();

/** Where a guard sends the person; `passes` if it does not. */
const sentTo = (guarded: Promise<unknown>): Promise<string> =>
  guarded.then(
    () => 'passes',
    (thrown: unknown) => {
      if (!isRedirect(thrown)) throw thrown;
      return thrown.options.to as string;
    },
  );
const as = (changes: Partial<Me>) => account.db.me.put(person(changes));

beforeEach(async () => {
  network.answer('/users/me', () => person());
  account = await enterAccount(USER_ID, 'a-token');
  await account.db.me.clear();
  network.requests.length = 0;
});
/** The page that the person wants to open. */
const WANTED = { location: { pathname: '/home', href: '/home' } };

afterEach(() => network.goOnline());

describe('signed out', () => {
  beforeEach(leaveAccount);

  test('NAV-001 every guard of a page behind the session sends to welcome, and asks the server nothing', async () => {
    for (const guard of [withSession, withRegistration, asMember, asCreator])
      expect(await sentTo(guard(WANTED)), guard.name).toBe('/welcome');
    expect(network.requests).toEqual([]);
  });

  test('pages for people who are signed out open', async () => {
    expect(await sentTo(signedOutOnly())).toBe('passes');
  });
});

describe('signed in', () => {
  test('NAV-001 the guard gives the page the account and the person of the device, without a request, also offline', async () => {
    await as({});
    network.goOffline();
    const { account: guarded, me } = await withRegistration(WANTED);
    expect([guarded.userId, me.username]).toEqual([USER_ID, 'ana']);
    expect(network.requests).toEqual([]);
  });

  test('a person whom the device does not have yet is read from the server and kept', async () => {
    network.answer('/users/me', () => person({ username: 'read' }));
    expect((await withSession()).me.username).toBe('read');
    expect((await account.db.me.get(USER_ID))?.username).toBe('read');
  });

  test('NAV-002 a person who cannot be read: errors send to welcome, failures of the server or the network to their page', async () => {
    const refuse = (status: number) => () => {
      throw new Refusal(status, 'x', 'No.');
    };
    for (const [status, page] of [
      [403, '/welcome'],
      [404, '/welcome'],
      [500, '/server-error'],
      [503, '/server-error'],
    ] as const) {
      network.answer('/users/me', refuse(status));
      expect(await sentTo(withSession()), String(status)).toBe(page);
    }
    network.goOffline();
    expect(await sentTo(withSession()), 'offline').toBe('/server-error');
  });

  test('an expired token is refreshed first; a session that ended sends to welcome', async () => {
    let valid = 'a-newer-token';
    network.answer('/users/me', () => {
      if (valid === 'a-newer-token') throw new Refusal(401, 'session.over', 'Please sign in again.');
      return person();
    });
    let zone: unknown;
    network.answer('/auth/token/refresh', (_query, body) => {
      zone = body['timeZone'];
      valid = tokenOf(USER_ID);
      return { access: valid };
    });
    expect(await sentTo(withSession())).toBe('passes');
    // The server sends digests at times of the zone that the device is in.
    expect(zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(network.requests).toEqual(['/users/me', '/auth/token/refresh', '/users/me']);

    await account.db.me.clear();
    valid = 'a-newer-token';
    network.answer('/auth/token/refresh', () => {
      throw new Refusal(401, 'session.over', 'Please sign in again.');
    });
    expect(await sentTo(withSession())).toBe('/welcome');
  });

  test('a sign-out while the person is being read sends to welcome, and keeps nothing of the answer', async () => {
    network.answer('/users/me', async () => {
      await writeDeviceSetting('activeUserId', undefined);
      throw new Refusal(401, 'session.over', 'Please sign in again.');
    });
    network.answer('/auth/token/refresh', () => ({ access: tokenOf(USER_ID) }));
    expect(await sentTo(withSession())).toBe('/welcome');
    expect(await account.db.me.count()).toBe(0);
    expect(network.requests).toEqual(['/users/me']);
  });

  test('NAV-006 pages for people who are signed out send to the dashboard', async () => {
    await as({});
    expect(await sentTo(signedOutOnly())).toBe('/dashboard');
  });

  test('NAV-006 once the server ended the session they open, also in a page that was just loaded and has asked nothing', async () => {
    network.answer('/users/me', () => {
      throw new Refusal(401, 'session.over', 'Please sign in again.');
    });
    network.answer('/auth/token/refresh', () => {
      throw new Refusal(401, 'session.ended', 'Please sign in again.');
    });
    await sentTo(withSession());
    network.goOffline();
    expect(await sentTo(signedOutOnly())).toBe('passes');
    network.goOnline();
    network.answer('/users/me', () => person());
    await enterAccount(USER_ID, 'a-new-token');
    expect(await sentTo(signedOutOnly()), 'after signing in again').toBe('/dashboard');
  });

  test('NAV-003 an incomplete registration opens only pages that need a session', async () => {
    await as({ isRegistrationComplete: false, lastLoginedRole: 'learner' });
    expect(await sentTo(withSession())).toBe('passes');
    for (const guard of [withRegistration, asMember, asCreator])
      expect(await sentTo(guard(WANTED)), guard.name).toBe('/choose-membership-type');
  });

  test('NAV-004 NAV-005 NAV-010 the role in use decides which pages open; the others send to the dashboard', async () => {
    for (const [role, member, creator] of [
      ['learner', 'passes', '/dashboard'],
      ['educator', '/dashboard', 'passes'],
      ['organization', '/dashboard', 'passes'],
    ] as const) {
      await as({ lastLoginedRole: role });
      expect([await sentTo(asMember(WANTED)), await sentTo(asCreator(WANTED))], role).toEqual([member, creator]);
    }
  });

  test('NAV-008 NAV-009 Members land on Home, Creators and Organizations on their channels', () => {
    const landings = (['learner', 'educator', 'organization'] as const).map((lastLoginedRole) =>
      landingOf(person({ lastLoginedRole })),
    );
    expect(landings).toEqual(['/home', '/channels', '/channels']);
  });

  test('a registration page is one of a Member or of a Creator; another first part of the path is unknown', async () => {
    await as({ isRegistrationComplete: false });
    expect(await sentTo(inFlow({ params: { flowType: 'learner' } }))).toBe('passes');
    expect(await sentTo(inFlow({ params: { flowType: 'educator' } }))).toBe('passes');
    expect(await sentTo(inFlow({ params: { flowType: 'organization' } }))).toBe('/dashboard');
    expect([flowOf({ flowType: 'educator' }), flowOf({ flowType: 'learner' })]).toEqual(['educator', 'learner']);
  });
});
