import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { menuText } from '#contract/text/frame-menu.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyDialog } from '#ui/overlays/lazy-overlays.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { signOut, useAccount } from '../data/account.ts';
import { stopPush } from '../device/push.ts';
import { useLive } from '../data/use-live.ts';

/** Confirms signing out. With unsent work it offers to send it first, to stay, or to discard it. Source: D-71. */
export function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const account = useAccount();
  const { db } = account;
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'send' | 'leave'>();
  const unsent = useLive((live) => live.outbox.where('state').anyOf('waiting', 'refused').count(), []) ?? 0;
  const uploads =
    useLive(
      (live) => live.uploadJobs.filter((job) => job.contentId === null && job.state !== 'cancelled').count(),
      [],
    ) ?? 0;

  const leave = async () => {
    setBusy('leave');
    // Offline the push service cannot be reached; the server removes the device when the session ends.
    await stopPush().catch(() => {});
    await signOut(account);
  };
  const send = async () => {
    setBusy('send');
    const { kickSync } = await import('#workers/sync.ts');
    await kickSync();
    const unsentCount = await db.outbox.where('state').anyOf('waiting', 'refused').count();
    setBusy(undefined);
    if (unsentCount === 0) return leave();
    showToast({ text: menuText.stillUnsent, kind: 'failure' });
    onClose();
    await navigate({ to: '/outbox' });
  };
  const hasWork = unsent + uploads > 0;
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={menuText.logOutTitle}
      description={[
        unsent > 0 && menuText.logOutUnsent(unsent),
        uploads > 0 && menuText.logOutUploads(uploads),
        menuText.logOutPlain,
      ]
        .filter(Boolean)
        .join(' ')}
      footer={
        <>
          {hasWork && (
            <Button busy={busy === 'send' && menuText.sendingFirst} onClick={() => void send()}>
              {menuText.sendFirst}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            {menuText.stay}
          </Button>
          <Button variant="danger" busy={busy === 'leave' && menuText.logOut} onClick={() => void leave()}>
            {hasWork ? menuText.discardAndLogOut : menuText.logOut}
          </Button>
        </>
      }
    />
  );
}
