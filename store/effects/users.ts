import type { Role } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';
import { patchMe } from './patch-me.ts';

const markWelcomed = (change: LocalChange, scope: string, role: Role): Promise<void> =>
  patchMe(change, scope, ({ firstTimeLogin }) => ({ firstTimeLogin: { ...firstTimeLogin, [role]: false } }));

registerEffects('users', {
  'users.setLastRole': (change, { lastLoginedRole }, { scope }) => patchMe(change, scope, () => ({ lastLoginedRole })),
  'users.setLearner': (change, _input, { scope }) => markWelcomed(change, scope, 'learner'),
  'users.setEducator': (change, _input, { scope }) => markWelcomed(change, scope, 'educator'),
});
