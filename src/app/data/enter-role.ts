import type { Call, InputOf } from '#contract/call.ts';
import type { Me, Role } from '#contract/rows.ts';
import { setEducator, setLearner, setOrganization } from '#contract/users.ts';

/**
 * Records by the call of the role's own record that the person has entered it. Source: ACC-077, ACC-131.
 *
 * @param send How to make the call: now, or by the outbox.
 * @returns Whether it was the first time, which the welcome page belongs to.
 */
export const enterRole = async (
  me: Me,
  role: Role,
  send: <C extends Call>(call: C, input: InputOf<C>) => Promise<unknown>,
): Promise<boolean> => {
  if (!me.firstTimeLogin[role]) return false;
  // A person acts for the first of their organizations (docs/decisions/0050).
  const [organization] = me.organizations;
  if (role === 'learner' && me.learnerId) await send(setLearner, { id: me.learnerId, firstTimeLogin: false });
  else if (role === 'educator' && me.educatorId)
    await send(setEducator, { educatorId: me.educatorId, firstTimeLogin: false });
  else if (role === 'organization' && organization)
    await send(setOrganization, { id: organization.id, firstTimeLogin: false });
  else return false;
  return true;
};
