import { useEffect, useState } from 'react';
import { useMachine } from '@xstate/react';
import { useNavigate } from '@tanstack/react-router';
import { organizationsText as text } from '#contract/text/organizations.ts';
import { Button } from '#ui/buttons/button.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { kick } from '#app/device/traffic.ts';
import { useStepInHistory } from '#app/navigation/use-step-in-history.ts';
import { AboutStep } from './about-step.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { MigrationStep, RoleStep, SportStep } from './first-steps.tsx';
import { isChoiceStep, type KeptOrganization } from './organization-form.ts';
import { organizationMachine, stepsOf } from './organization.machine.ts';
import { forgetOrganization, readBeginning, useKeeping, type Beginning } from './use-kept-organization.ts';
import type { StepProps } from './wizard-step.tsx';

/**
 * The registration of an organization. Source: APP-014…APP-019.
 *
 * @param props.isFurtherRole Reached from My Roles (`apply-role=true`): the first Back leads to the dashboard.
 */
export function JoinOrganizationPage({ isFurtherRole }: { isFurtherRole: boolean }) {
  const account = useAccount();
  const me = useMe();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState<Beginning>();
  useEffect(() => {
    let isShown = true;
    readBeginning(account).then((read) => isShown && setBeginning(read), reportUnhandled);
    return () => {
      isShown = false;
    };
  }, [account]);
  const isDone = beginning !== undefined && 'done' in beginning;
  useEffect(() => {
    if (isDone) void navigate({ to: '/organization-final-screen', replace: true });
  }, [isDone, navigate]);
  if (!me || !beginning || 'done' in beginning) return null;
  return <Wizard kept={beginning.kept} isEducator={me.isEducator} isFurtherRole={isFurtherRole} />;
}

interface WizardProps {
  kept: KeptOrganization;
  isEducator: boolean;
  isFurtherRole: boolean;
}

function Wizard({ kept, isEducator, isFurtherRole }: WizardProps) {
  const navigate = useNavigate();
  const account = useAccount();
  const [snapshot, send, actor] = useMachine(organizationMachine, { input: { ...kept, isEducator } });
  const { form, step, problem } = snapshot.context;
  const steps = stepsOf(isEducator);
  const at = steps.indexOf(step);
  const keeping = useKeeping(actor, kept);
  const isBusy = snapshot.matches('registering');
  useStepInHistory({
    pathname: '/join-as-organization',
    step: at,
    isFilling: snapshot.matches('filling'),
    showEarlier: (earlier) => send({ type: 'show step', step: earlier }),
  });
  const leave = () => void navigate({ to: isFurtherRole ? '/dashboard' : '/choose-membership-type', replace: true });
  const end = snapshot.matches('registered') ? 'registered' : snapshot.matches('left') ? 'left' : undefined;
  useEffect(() => {
    if (end === 'left') void navigate({ to: isFurtherRole ? '/dashboard' : '/choose-membership-type', replace: true });
    if (end !== 'registered') return;
    kick();
    forgetOrganization(account).catch(reportUnhandled);
    void navigate({ to: '/organization-final-screen', replace: true });
  }, [end, isFurtherRole, account, navigate]);

  const props: StepProps = {
    form,
    problem,
    position: { current: at + 1, total: steps.length },
    busy: isBusy && text.about.sending,
    notice: keeping.theirs && <ElsewhereNote onTheirs={keeping.takeTheirs} onMine={keeping.keepMine} />,
    onTyped: (values) => send({ type: 'typed', values }),
    onNext: (values) => send({ type: 'next', values }),
    onBack: (values) => send({ type: 'back', values }),
    onClose: leave,
  };
  // A version that was taken over fills the forms anew.
  const key = form.id + step + String(keeping.round);
  if (step === 'migration') return <MigrationStep {...props} />;
  if (step === 'role') return <RoleStep key={key} {...props} />;
  if (step === 'sport') return <SportStep {...props} />;
  if (step === 'details') return <DetailsStep key={key} {...props} />;
  if (isChoiceStep(step)) return <ChoiceStep step={step} {...props} />;
  return <AboutStep {...props} />;
}

/** Another tab or device has changed the application. */
function ElsewhereNote({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  const { elsewhere } = text;
  return (
    <Note
      role="alert"
      action={
        <>
          <Button variant="outline" size="m" onClick={onTheirs}>
            {elsewhere.theirs}
          </Button>
          <Button variant="outline" size="m" onClick={onMine}>
            {elsewhere.mine}
          </Button>
        </>
      }
    >
      {elsewhere.text}
    </Note>
  );
}
