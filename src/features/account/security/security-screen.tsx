import { useState } from 'react';
import { readSecurity } from '#contract/account.ts';
import { securityText } from '#contract/text/account-security.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import type { SecurityDialog } from './security-dialog.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { useSecurityActions } from './use-security-actions.ts';
import './security.css';

const LazySecurityDialog = lazyOverlay(async () => (await import('./security-dialog.tsx')).SecurityDialogView);

/** Passkeys, two-factor sign-in and recovery codes. Changes need a connection. Source: decision 0056. */
export function SecurityScreen() {
  usePageTitle(securityText.title);
  const answered = useAnswer(readSecurity, {});
  const [dialog, setDialog] = useState<SecurityDialog>();
  const [isOpen, setOpen] = useState(false);
  const show = (next: SecurityDialog) => {
    setDialog(next);
    setOpen(true);
  };
  const actions = useSecurityActions(show, answered.reload);
  return (
    <>
      <AppBar title={securityText.title} back={goBack} />
      <main id="main" className="page security">
        <AnswerView answered={answered} shape="row">
          {({ passkeys, twoFactor }) => (
            <>
              <PasskeysSection passkeys={passkeys} {...{ actions, show }} />
              <TwoFactorSection state={twoFactor} {...{ actions, show }} />
            </>
          )}
        </AnswerView>
        {dialog && (
          <LazySecurityDialog
            key={JSON.stringify(dialog)}
            open={isOpen}
            {...{ dialog, show, actions }}
            onClose={() => setOpen(false)}
          />
        )}
      </main>
    </>
  );
}
