import { describe, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { mayOnClient, type ClientPerson } from './facts.ts';
import { all, any, canWatch, owns, type May } from './may.ts';

const ORGANIZATION = newId();
const member: ClientPerson = {
  scope: `user:${newId()}`,
  isRegistrationComplete: true,
  isLearner: true,
  isEducator: false,
  organizations: [],
};
const creator: ClientPerson = { ...member, isLearner: false, isEducator: true };
const admin: ClientPerson = { ...member, organizations: [{ id: ORGANIZATION, name: 'Lakeside', role: 'Admin' }] };
const unfinished: ClientPerson = { ...creator, isRegistrationComplete: false };

describe('mayOnClient', () => {
  test.each<[string, May, ClientPerson | undefined, 'yes' | 'no' | 'unknown']>([
    ['a public call without a session', 'anyone', undefined, 'yes'],
    ['a call for people without a session', 'signedIn', undefined, 'no'],
    ['an unfinished registration', 'registered', unfinished, 'no'],
    ['an unfinished registration, signed in', 'signedIn', unfinished, 'yes'],
    ['a member', 'learner', member, 'yes'],
    ['a member as creator', 'creator', member, 'no'],
    ['a creator', 'creator', creator, 'yes'],
    ['a creator as member', 'learner', creator, 'no'],
    ['a row that may be owned', all('creator', owns('folder', 'id')), creator, 'unknown'],
    ['a fact that fails beside a row', all('creator', owns('folder', 'id')), member, 'no'],
    ['a fact that holds beside a row', any(owns('folder', 'id'), 'learner'), member, 'yes'],
    ['a fact that fails before a row', any('creator', canWatch('id')), member, 'unknown'],
    ['what only the server knows', 'superadmin', creator, 'unknown'],
  ])('%s', (_name, may, person, expected) => {
    expect(mayOnClient(may, person, person?.scope ?? '')).toBe(expected);
  });

  test('an organization counts only for those who administer it', () => {
    expect(mayOnClient('creator', admin, `org:${ORGANIZATION}`)).toBe('yes');
    expect(mayOnClient('creator', admin, admin.scope)).toBe('no');
    expect(mayOnClient('creator', creator, `org:${ORGANIZATION}`)).toBe('no');
    expect(mayOnClient('signedIn', creator, `org:${ORGANIZATION}`)).toBe('no');
  });
});
