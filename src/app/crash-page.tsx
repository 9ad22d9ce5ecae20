import { useEffect } from 'react';
import { ErrorPage } from '#ui/error-page.tsx';
import { reportError } from './error-report.ts';

const SUPPORT_EMAIL = 'support@sideline.example';

/** Instead of a screen that crashed; what was typed lies in drafts and queues. */
export function CrashPage({ error }: { error?: unknown }) {
  useEffect(() => { if (error !== undefined) reportError(error); }, [error]);
  return <div className="column"><ErrorPage supportEmail={SUPPORT_EMAIL} /></div>;
}
