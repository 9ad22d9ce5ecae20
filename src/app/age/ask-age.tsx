import { createRoot } from 'react-dom/client';
import type { Me } from '#contract/rows.ts';
import type { Account } from '../data/account.ts';
import { personOf } from '../format/person.ts';
import { AgeDialogs } from './age-dialogs.tsx';
import { isHeldBack } from './age-gate.ts';
import { isTooYoung } from './too-young.ts';

/**
 * Shows the questions above the screen, in a tree of their own: any screen may ask, and none has to hold them.
 *
 * @param born A date that was typed on the screen; by default the dialog asks for it.
 * @returns Whether the person may go on.
 */
export const askAge = async (account: Account, me: Me, isNow: boolean, born?: string): Promise<boolean> => {
  const isRefused = await isTooYoung(account.userId);
  return new Promise((resolve) => {
    const before = document.activeElement;
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const done = (mayGoOn: boolean) => {
      unsubscribe();
      root.unmount();
      if (before instanceof HTMLElement) before.focus();
      resolve(mayGoOn);
    };
    // A guardian agrees meanwhile, or the device had not heard of it: the act goes on.
    const person = personOf(account.db, account.userId);
    const unsubscribe = person.subscribe(() => {
      if (person.value?.hasGuardianConsent && !isHeldBack(person.value)) done(true);
    });
    root.render(
      <AgeDialogs
        account={account}
        me={me}
        isNow={isNow}
        isTooYoung={isRefused}
        {...(born !== undefined && { born })}
        onDone={done}
      />,
    );
  });
};
