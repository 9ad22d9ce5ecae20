import { readFlag } from '#contract/pages.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useApplyPage } from '#app/navigation/apply-page.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { useResumable } from './use-resumable.ts';
import { useResume } from './use-resume.ts';
import './membership-page.css';

const { membership: text } = onboardingText;
/** How long a cached flag is not fetched again. Source: D-326. */
const FLAG_FRESH_MS = 5 * 60_000;

/**
 * Member, Creator, Organization. A card whose applications this build or the flag does not open says so.
 * Source: ACC-045…ACC-053; docs/decisions/0060.
 */
export function MembershipPage() {
  const applyPage = useApplyPage();
  const { answer: organization } = useAnswer(readFlag, { name: 'JoinAsOrganization' }, { freshMs: FLAG_FRESH_MS });
  return (
    <OnboardingPage heading={text.title} lead={<p>{text.lead}</p>}>
      <Resume />
      <ul className="membership">
        <MembershipCard
          id="member"
          art="football"
          name={text.member}
          about={text.memberText}
          action={text.joinMember}
          href="/learner/invite-code?next=1"
        />
        <MembershipCard
          id="creator"
          art="basketball"
          name={text.creator}
          about={text.creatorText}
          action={text.joinCreator}
          href={applyPage('educator')}
        />
        {organization?.isVisible && (
          <MembershipCard
            id="organization"
            art="tennis"
            name={text.organization}
            about={text.organizationText}
            action={text.joinOrganization}
            // The first role of a person is no further one: without `apply-role`.
            href={organization.isEnabled ? applyPage('organization')?.split('?')[0] : undefined}
            closed={organization.isEnabled ? text.soon : text.closed}
          />
        )}
      </ul>
    </OnboardingPage>
  );
}

interface MembershipCardProps {
  id: string;
  art: string;
  name: string;
  about: string;
  action: string;
  /** Undefined if applications are not open. */
  href?: string | undefined;
  /** Why they are not open. */
  closed?: string;
}

function MembershipCard({ id, art, name, about, action, href, closed = text.soon }: MembershipCardProps) {
  return (
    <li className="card card--flush">
      <img className="membership__art" src={`/art/${art}.svg`} alt="" width="1372" height="848" />
      <div className="membership__words">
        <h2>{name}</h2>
        <p className="membership__text">{about}</p>
        <Button
          block
          variant={href ? 'primary' : 'tonal'}
          href={href}
          disabled={!href}
          aria-describedby={href ? undefined : `${id}-soon`}
        >
          {action}
        </Button>
        {!href && (
          <p id={`${id}-soon`} className="membership__soon">
            {closed}
          </p>
        )}
      </div>
    </li>
  );
}

/** Continues an interrupted registration where it stopped. */
function Resume() {
  const draft = useResumable();
  const resume = useResume();
  if (!draft?.sport) return null;
  return (
    <Note
      action={
        <Button variant="outline" size="m" onClick={() => void resume(draft)}>
          {text.resumeAction}
        </Button>
      }
    >
      {draft.flowType === 'educator' ? creatorText.type.resume(draft.sport.name) : text.resume(draft.sport.name)}
    </Note>
  );
}
