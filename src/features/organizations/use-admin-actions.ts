import { useState } from 'react';
import type { Call, InputOf } from '#contract/call.ts';
import { changeAdminRole, removeAdmin, type Admin } from '#contract/organizations.ts';
import { adminsText as text } from '#contract/text/organizations-admins.ts';
import { CallError } from '#store/api.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { nameOf } from './admin-row.tsx';
import type { ActingFor } from './use-organization.ts';

/** What is asked about before it is done; a transfer is asked about twice. Source: D-236. */
export interface Asked {
  act: 'transfer' | 'surely' | 'remove' | 'leave';
  admin: Admin;
}

/** What is done to administrators; each needs the network, and the list is read again after it. Source: D-361. */
export const useAdminActions = ({ organization, scope }: ActingFor, onChanged: () => void) => {
  const call = useOnlineCall();
  const [asked, ask] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const run = async <C extends Call>(of: C, input: InputOf<C>, done: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call(of, input, { scope });
      showToast({ text: done, kind: 'success' });
    } catch (error) {
      showToast({ text: failureText(error, text.failed), kind: 'failure' });
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
      ask(undefined);
      // Also after a refusal: the list may be old.
      onChanged();
    }
  };
  const confirm = ({ act, admin }: Asked): void => {
    const of = { id: organization.id, adminId: admin.id };
    if (act === 'transfer') ask({ act: 'surely', admin });
    else if (act === 'surely')
      void run(changeAdminRole, { ...of, role: 'Owner', ownership_transfer: true }, text.transfer.done(nameOf(admin)));
    else void run(removeAdmin, of, act === 'leave' ? text.left(organization.name) : text.removed(nameOf(admin)));
  };
  return { asked, ask, isBusy, confirm };
};
export type AdminActions = ReturnType<typeof useAdminActions>;
