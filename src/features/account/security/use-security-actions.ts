import { useState } from 'react';
import { addPasskey, startPasskey, startTwoFactor } from '#contract/account.ts';
import { securityText } from '#contract/text/account-security.ts';
import { CallError } from '#store/api.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { endPasskeyOffer } from '#app/credentials/passkey-offer.ts';
import { useAccount } from '#app/data/account.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { PasskeyNotMade } from './passkey-not-made.ts';
import type { SecurityDialog } from './security-dialog.tsx';

/** What needs a proof of the owner first. */
export type ProvedAction = 'addPasskey' | 'setUp';

export interface SecurityActions {
  /** What runs now. */
  busy: ProvedAction | undefined;
  /** Why the last one failed. */
  problem: { of: ProvedAction; text: string } | undefined;
  /** Begins; asks for the password if the sign-in is not recent. */
  begin(action: ProvedAction): void;
  /** The same with the password. @throws CallError if the server refuses it. */
  prove(action: ProvedAction, password: string): Promise<void>;
  reload(): void;
}

/** Adds a passkey, or begins the set-up of two-factor sign-in. */
export const useSecurityActions = (show: (dialog: SecurityDialog) => void, reload: () => void): SecurityActions => {
  const call = useOnlineCall();
  const { userId } = useAccount();
  const [busy, setBusy] = useState<ProvedAction>();
  const [problem, setProblem] = useState<SecurityActions['problem']>();

  const add = async (proof: { password?: string }): Promise<void> => {
    const options = await call(startPasskey, proof);
    const { makePasskey } = await import('./make-passkey.ts');
    await call(addPasskey, { passkey: await makePasskey(options) });
    await endPasskeyOffer(userId);
    reload();
    showToast({ text: securityText.added, kind: 'success' });
  };
  const setUp = async (proof: { password?: string }): Promise<void> =>
    show({ kind: 'setUp', ...(await call(startTwoFactor, proof)) });
  const actions = { addPasskey: add, setUp };

  const begin = async (action: ProvedAction): Promise<void> => {
    setBusy(action);
    setProblem(undefined);
    try {
      await actions[action]({});
    } catch (error) {
      if (error instanceof CallError && error.code === 'account.proof_needed') show({ kind: 'password', action });
      else if (error instanceof PasskeyNotMade) setProblem({ of: action, text: error.message });
      else if (error instanceof CallError) setProblem({ of: action, text: failureText(error) });
      else reportUnhandled(error);
    } finally {
      setBusy(undefined);
    }
  };
  const prove = async (action: ProvedAction, password: string): Promise<void> => {
    try {
      await actions[action]({ password });
    } catch (error) {
      if (!(error instanceof PasskeyNotMade)) throw error;
      setProblem({ of: action, text: error.message });
    }
  };
  return { busy, problem, begin: (action) => void begin(action), prove, reload };
};
