import { decideOrganization, listOrganizations, readOrganizationRegistration } from '#contract/organizations.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { decisionFacts } from './application-facts.ts';
import { DecisionSection } from './decision.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { LabelledSection } from '#app/desk/labelled.tsx';
import { contactFacts, ownerFacts, registrationFacts, type OrganizationDetail } from './organization-facts.ts';
import { FIRST_WAITING, useDesk } from '#app/desk/use-desk.ts';

/** Everything that the registration of an organization has, and the decision about it. Source: decision 0091. */
export function DeskOrganizationPage({ id }: { id: string }) {
  const desk = useDesk(readOrganizationRegistration, [{ id }]);
  return (
    <DeskView desk={desk} title={([organization]) => organization!.name} otherwise="/admin">
      {([organization]) => <Organization organization={organization!} reload={desk.reload} />}
    </DeskView>
  );
}

function Organization({ organization, reload }: { organization: OrganizationDetail; reload: () => void }) {
  const { id, name, status, owner, isComplete } = organization;
  const { userId } = useAccount();
  const call = useOnlineCall();
  return (
    <div className="stack">
      <LabelledSection heading={text.person} facts={ownerFacts(organization)} />
      {status !== 'pending' && <LabelledSection heading={text.facts.status} facts={decisionFacts(organization)} />}
      <LabelledSection heading={text.organization.registration} facts={registrationFacts(organization)} />
      <LabelledSection heading={text.organization.contact} facts={contactFacts(organization)} />
      {isComplete && (
        <DecisionSection
          about="organization"
          id={id}
          name={name}
          person={owner?.name ?? text.noOwner}
          subject={name}
          status={status}
          decide={(decision, key) => call(decideOrganization, { id, ...decision }, { scope: `user:${userId}`, key })}
          reload={reload}
          next={<NextOrganization />}
          list="/admin?kind=organizations"
        />
      )}
    </div>
  );
}

/** The way to the oldest one that waits. */
function NextOrganization() {
  const next = useDesk(listOrganizations, [FIRST_WAITING]).answers?.[0]?.results[0];
  return (
    next && (
      <Button block href={`/admin/organizations/${next.id}`}>
        {text.decide.next(next.name)}
      </Button>
    )
  );
}
