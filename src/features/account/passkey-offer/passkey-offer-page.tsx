import { useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { addPasskey, startPasskey } from '#contract/account.ts';
import { securityText as text } from '#contract/text/account-security.ts';
import { CallError, isProblem } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { endPasskeyOffer } from '#app/credentials/passkey-offer.ts';
import { useAccount } from '#app/data/account.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { ownPath } from '#app/navigation/own-path.ts';
import { PasskeyNotMade } from '../security/passkey-not-made.ts';

/** Why no passkey was made, for the person. @throws what is not about the passkey, such as a bug. */
const problemOf = (error: unknown): string => {
  if (error instanceof PasskeyNotMade) return error.message;
  if (isProblem(error, 'account.proof_needed')) return text.offerLater;
  if (error instanceof CallError) return failureText(error);
  throw error;
};

/**
 * Offers a passkey once, after a sign-in by password or after joining. Made or declined, it goes on to `next` and is not
 * shown again to this person on this device. Source: decision 0067.
 */
export function PasskeyOfferPage({ next }: { next: string | undefined }) {
  const { userId } = useAccount();
  const router = useRouter();
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const goOn = async () => {
    await endPasskeyOffer(userId);
    router.history.replace(ownPath(next, location.origin) ?? '/dashboard');
  };
  const add = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const options = await call(startPasskey, {});
      const { makePasskey } = await import('../security/make-passkey.ts');
      await call(addPasskey, { passkey: await makePasskey(options) });
      await goOn();
      showToast({ text: text.added, kind: 'success' });
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <WizardPage
      header={text.offerHeader}
      heading={text.offerHeading}
      lead={<p>{text.passkeysHelp}</p>}
      onNext={() => void add().catch(reportUnhandled)}
      next={{ label: text.add, busy: isBusy && text.adding, offlineHelp: text.offline }}
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Button variant="ghost" size="m" onClick={() => void goOn().catch(reportUnhandled)}>
        {text.offerDecline}
      </Button>
    </WizardPage>
  );
}
