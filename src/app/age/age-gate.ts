import type { Call } from '#contract/call.ts';
import type { Me } from '#contract/rows.ts';
import { CallError } from '#store/api.ts';
import { trueNowMs } from '#store/server-time.ts';
import { personOf } from '../format/person.ts';
import type { Account } from '../data/account.ts';

/** Today in UTC, `YYYY-MM-DD`, as the server counts ages. */
const today = (): string => new Date(trueNowMs()).toISOString().slice(0, 10);

/** Under 18, as far as this device knows. */
export const isMinor = ({ adultOn }: Me): boolean => typeof adultOn === 'string' && adultOn > today();

/** Under 18 without a guardian's consent, as far as this device knows. */
export const isHeldBack = (me: Me): boolean => isMinor(me) && !me.hasGuardianConsent;

/** Whether the call is public or paid, whatever its input. */
export const isPublicAct = ({ may }: Call): boolean => JSON.stringify(may).includes('"ofAge"');

/**
 * Before something public or paid: asks for the date of birth once, and a minor for a guardian. The screen below stays as it
 * is. The server decides again. Source: D-250, decision 0065.
 *
 * @param isNow True if the call that follows is sent now, so that the date must be there before it.
 * @throws CallError `cancelled` if the person may not go on, or does not want to.
 */
export const passAgeGate = async (account: Account, isNow: boolean): Promise<void> => {
  const me = personOf(account.db, account.userId).value;
  // Undefined: a server of a former version, which asks nothing.
  if (!me || me.adultOn === undefined || (me.adultOn !== null && !isHeldBack(me))) return;
  const { askAge } = await import('./ask-age.tsx');
  if (!(await askAge(account, me, isNow))) throw new CallError('cancelled');
};
