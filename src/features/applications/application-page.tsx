import { decideApplication, listApplications, readApplication } from '#contract/applications.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PointsBreakdown } from '#app/applications/points-breakdown.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import {
  answerFacts,
  decisionFacts,
  degreeFacts,
  educationFacts,
  licenseFacts,
  personFacts,
  type ApplicationDetail,
} from './application-facts.ts';
import { DecisionSection } from './decision.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { Documents } from './documents.tsx';
import { LabelledSection } from '#app/desk/labelled.tsx';
import { FIRST_WAITING, useDesk } from '#app/desk/use-desk.ts';

const titleOf = ({ applicant, sportName }: Pick<ApplicationDetail, 'applicant' | 'sportName'>): string =>
  `${applicant.name}, ${sportName}`;

/** Everything that a person sent with an application, and the decision about it. Source: decision 0091. */
export function DeskApplicationPage({ id }: { id: string }) {
  const desk = useDesk(readApplication, [{ id }]);
  return (
    <DeskView desk={desk} title={([application]) => titleOf(application!)} otherwise="/admin">
      {([application]) => <Application application={application!} reload={desk.reload} />}
    </DeskView>
  );
}

function Application({ application, reload }: { application: ApplicationDetail; reload: () => void }) {
  const { id, status, sportName, applicant, result } = application;
  const { userId } = useAccount();
  const call = useOnlineCall();
  return (
    <div className="stack">
      <LabelledSection heading={text.person} facts={personFacts(application)} />
      {status !== 'pending' && <LabelledSection heading={text.facts.status} facts={decisionFacts(application)} />}
      <LabelledSection heading={text.education} facts={educationFacts(application)} />
      <LabelledSection heading={text.degree.heading} facts={degreeFacts(application)} />
      <LabelledSection heading={text.license.heading} facts={licenseFacts(application)} />
      <Documents application={application} />
      {result ? (
        <PointsBreakdown result={result} />
      ) : (
        answerFacts(application).map(([category, facts]) => (
          <LabelledSection key={category} heading={category} facts={facts} />
        ))
      )}
      <DecisionSection
        about="application"
        id={id}
        name={sportName}
        person={applicant.name}
        subject={titleOf(application)}
        status={status}
        decide={(decision, key) => call(decideApplication, { id, ...decision }, { scope: `user:${userId}`, key })}
        reload={reload}
        next={<NextApplication />}
        list="/admin"
      />
    </div>
  );
}

/** The way to the oldest one that waits. */
function NextApplication() {
  const next = useDesk(listApplications, [FIRST_WAITING]).answers?.[0]?.results[0];
  return (
    next && (
      <Button block href={`/admin/applications/${next.id}`}>
        {text.decide.next(titleOf(next))}
      </Button>
    )
  );
}
