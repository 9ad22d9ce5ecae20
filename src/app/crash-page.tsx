import { useEffect, useState } from 'react';
import { ErrorPage } from '#ui/error-page.tsx';
import { isMissingFile } from '#ui/missing-file.ts';
import { reportError } from './error-report.ts';
import { recoverScreen } from './missing-file.ts';

const SUPPORT_EMAIL = 'support@sideline.example';

/** Instead of a screen that crashed, or whose file did not come; what was typed lies in drafts and queues. */
export function CrashPage({ error }: { error?: unknown }) {
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    if (isMissingFile(error)) void recoverScreen().then(setSentence);
    else if (error !== undefined) reportError(error);
  }, [error]);
  return <div className="column"><ErrorPage supportEmail={SUPPORT_EMAIL}>{sentence}</ErrorPage></div>;
}
