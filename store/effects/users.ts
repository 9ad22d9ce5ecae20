import type { Role } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';
import { patchMe } from './patch-me.ts';

const markWelcomed = (change: LocalChange, scope: string, role: Role): Promise<void> =>
  patchMe(change, scope, ({ firstTimeLogin }) => ({ firstTimeLogin: { ...firstTimeLogin, [role]: false } }));

registerEffects('users', {
  // The organization to act for comes first in the list. Source: decision 0093.
  'users.setLastRole': (change, { lastLoginedRole, actFor }, { scope }) =>
    patchMe(change, scope, ({ organizations }) => ({
      lastLoginedRole,
      ...(actFor !== undefined && {
        organizations: organizations.toSorted((a, b) => Number(b.id === actFor) - Number(a.id === actFor)),
      }),
    })),
  'users.setLearner': (change, _input, { scope }) => markWelcomed(change, scope, 'learner'),
  'users.setEducator': (change, _input, { scope }) => markWelcomed(change, scope, 'educator'),
  // What the organization's profile has comes with the pull: its pages change it by calls of their own.
  'users.setOrganization': async (change, { id, firstTimeLogin, name }, { scope }) => {
    if (firstTimeLogin === false) await markWelcomed(change, scope, 'organization');
    if (name !== undefined)
      await patchMe(change, scope, ({ organizations }) => ({
        organizations: organizations.map((each) => (each.id === id ? { ...each, name: name.trim() } : each)),
      }));
  },
});
