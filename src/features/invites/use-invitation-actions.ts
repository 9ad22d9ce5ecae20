import { useState } from 'react';
import type { Call, InputOf } from '#contract/call.ts';
import {
  changeInvitation,
  deleteInvitation,
  remindInvitation,
  resendInvitation,
  type Invitation,
} from '#contract/invites.ts';
import { invitesText as text } from '#contract/text/invites.ts';
import { CallError } from '#store/api.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';

/** What is asked about before it is done. */
export interface Asked {
  act: 'cancel' | 'delete';
  invitation: Invitation;
}

/** What a person does with an own invitation; each needs the network, and the list is read again after it. Source: D-361. */
export const useInvitationActions = (onChanged: () => void) => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const [asked, ask] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const run = async <C extends Call>(of: C, input: InputOf<C>, done: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call(of, input, { scope: `user:${userId}` });
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
  return {
    asked,
    ask,
    isBusy,
    remind: ({ id }: Invitation) => void run(remindInvitation, { codeId: id }, text.reminded),
    resend: ({ id }: Invitation) => void run(resendInvitation, { id }, text.resent),
    suspend: ({ id }: Invitation) => void run(changeInvitation, { codeId: id, status: 'suspended' }, text.suspended),
    activate: ({ id }: Invitation) => void run(changeInvitation, { codeId: id, status: 'active' }, text.activated),
    confirm: ({ act, invitation: { id } }: Asked) =>
      void (act === 'cancel'
        ? run(changeInvitation, { codeId: id, status: 'inactive' }, text.cancelled)
        : run(deleteInvitation, { id }, text.deleted)),
  };
};
export type InvitationActions = ReturnType<typeof useInvitationActions>;
