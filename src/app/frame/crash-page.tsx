// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useState } from 'react';
import { readPageText } from '#contract/pages.ts';
import { SUPPORT_ADDRESS } from '#contract/text/pages-names.ts';
import { sendCall } from '#store/api.ts';
import { ErrorPage } from '#ui/states/error-page.tsx';
import { isMissingFile } from '#ui/missing-file.ts';
import { reportError } from './error-report.ts';
import { recoverScreen } from './missing-file.ts';

/** The server's default address, shown until the server reports the configured one. */
const SUPPORT_EMAIL = `support@${location.hostname === 'localhost' ? 'sideline.example' : location.hostname}`;

export interface CrashPageProps {
  error?: unknown;
  /** What happened, until a reason for `error` is found. */
  text?: string | undefined;
  /** By default the page is loaded again. */
  onReload?: (() => void) | undefined;
}

/** Shown instead of a screen that crashed or whose chunk failed to load. Unsent input is safe in drafts and the outbox. */
export function CrashPage({ error, text, onReload }: CrashPageProps) {
  const [sentence, setSentence] = useState<string>();
  const [supportEmail, setSupportEmail] = useState(SUPPORT_EMAIL);
  useEffect(() => {
    sendCall(readPageText, { name: SUPPORT_ADDRESS }).then(
      ({ output }) => setSupportEmail(output.text),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (isMissingFile(error)) void recoverScreen().then(setSentence);
    else if (error !== undefined) reportError(error);
  }, [error]);
  return (
    <div className="column">
      <ErrorPage supportEmail={supportEmail} onReload={onReload}>
        {sentence ?? text}
      </ErrorPage>
    </div>
  );
}
