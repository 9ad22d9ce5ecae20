import { useNavigate } from '@tanstack/react-router';
import { readFlag } from '#contract/pages.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { patchDraft, type RegistrationDraft } from './registration-draft.ts';
import { useResumable } from './use-resumable.ts';
import './membership-page.css';

const { membership: text } = onboardingText;
/** How long a cached flag is not fetched again. Source: D-326. */
const FLAG_FRESH_MS = 5 * 60_000;

/** Member, Creator, Organization. Cards of roles without open applications show that. Source: ACC-045…ACC-053. */
export function MembershipPage() {
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
        />
        {organization?.isVisible && (
          <MembershipCard
            id="organization"
            art="tennis"
            name={text.organization}
            about={text.organizationText}
            action={text.joinOrganization}
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
  href?: string;
}

function MembershipCard({ id, art, name, about, action, href }: MembershipCardProps) {
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
            {text.soon}
          </p>
        )}
      </div>
    </li>
  );
}

/** Continues an interrupted registration where it stopped. */
function Resume() {
  const { db } = useAccount();
  const navigate = useNavigate();
  const draft = useResumable();
  if (!draft?.sport) return null;
  const resume = async ({ sport, ...answers }: RegistrationDraft) => {
    await patchDraft(db, { ...answers, sport });
    await navigate({
      to: '/$flowType/choose-sport-interest',
      params: { flowType: 'learner' },
      state: sport ? { sport } : {},
    });
  };
  return (
    <Note
      action={
        <Button variant="outline" size="m" onClick={() => void resume(draft)}>
          {text.resumeAction}
        </Button>
      }
    >
      {text.resume(draft.sport.name)}
    </Note>
  );
}
