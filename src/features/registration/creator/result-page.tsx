import { useNavigate } from '@tanstack/react-router';
import { APPROVAL_POINTS } from '#contract/applications-limits.ts';
import type { ApplicationResult } from '#contract/applications.ts';
import type { Sport } from '#contract/sports.ts';
import { applicationsText } from '#contract/text/applications.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PointsBreakdown } from '#app/applications/points-breakdown.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';

const { result: text } = creatorText;

export interface ResultPageProps {
  result: ApplicationResult | undefined;
  sportType: Sport['sportType'] | undefined;
}

/** The points of an application. Source: APP-006…APP-011. */
export function ResultPage({ result, sportType }: ResultPageProps) {
  const navigate = useNavigate();
  const goOn = () =>
    void navigate(result ? { to: '/finish-info', state: sportType ? { sportType } : {} } : { to: '/dashboard' });
  return (
    <WizardPage
      header={creatorText.header}
      title={text.title}
      heading={text.heading}
      lead={result?.status === 'pending' && <p>{text.pending(APPROVAL_POINTS)}</p>}
      onNext={goOn}
      next={{ label: result ? creatorText.next : creatorText.toStart, offline: true }}
    >
      {result ? (
        <PointsBreakdown result={result} />
      ) : (
        <EmptyState drawing="search" title={applicationsText.result.notFound} />
      )}
    </WizardPage>
  );
}
