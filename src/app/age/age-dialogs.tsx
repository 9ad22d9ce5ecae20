import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { askGuardian } from '#contract/account.ts';
import { Email } from '#contract/forms.ts';
import type { Me } from '#contract/rows.ts';
import { adultOn, ageOn, AGE_ADULT, AGE_MIN, BirthDate, birthDays } from '#contract/profiles-fields.ts';
import { setPersonalInfo } from '#contract/profiles.ts';
import { ageText as text } from '#contract/text/account-age.ts';
import { isProblem } from '#store/api.ts';
import { withDatabase } from '#store/door.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { trueNowMs } from '#store/server-time.ts';
import { callAs } from '#store/session.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/forms/field.tsx';
import type { Account } from '../data/account.ts';
import { failureText } from '../data/use-act.ts';
import { kick } from '../device/traffic.ts';
import { useWaitReason } from '../device/use-wait-reason.ts';
import { formatDay } from '../format/format.ts';
import { keepTooYoung, refuseTooYoung } from './too-young.ts';

export interface AgeDialogsProps {
  account: Account;
  me: Me;
  /** The call that follows is sent now: the date is sent first. Else it is queued before the change that follows. */
  isNow: boolean;
  /** A date below 13 was named on this device before. */
  isTooYoung: boolean;
  /** A date that was typed elsewhere, and is confirmed here. */
  born?: string;
  /** Called once, with whether the person may go on. */
  onDone: (mayGoOn: boolean) => void;
}

type Step = { at: 'ask' | 'confirm' | 'tooYoung' | 'minor' } | { at: 'sent'; email: string };

const firstStep = ({ me, isTooYoung, born }: AgeDialogsProps): Step => {
  if (me.adultOn) return { at: 'minor' };
  if (isTooYoung) return { at: 'tooYoung' };
  return { at: born === undefined ? 'ask' : 'confirm' };
};

/** The date of birth, and what follows for people under 13 and under 18. Source: D-250, T-08, decisions 0065 and 0074. */
export function AgeDialogs(props: AgeDialogsProps) {
  const { account, me, isNow, born: given, onDone } = props;
  const [step, setStep] = useState<Step>(firstStep(props));
  const [born, setBorn] = useState(given ?? '');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const age = ageOn(born, today());
    setBusy(true);
    try {
      if (age < AGE_MIN) await refuseTooYoung(me, born);
      else await saveBirth(account, me, born, isNow);
      if (age >= AGE_ADULT) onDone(true);
      else setStep({ at: age < AGE_MIN ? 'tooYoung' : 'minor' });
    } catch (error) {
      if (isProblem(error, 'profile.too_young')) {
        await keepTooYoung(account.userId);
        return setStep({ at: 'tooYoung' });
      }
      setProblem(failureText(error));
      setStep({ at: 'ask' });
    } finally {
      setBusy(false);
    }
  };
  const next = () => (ageOn(born, today()) < AGE_ADULT ? setStep({ at: 'confirm' }) : void save());
  switch (step.at) {
    case 'ask':
      return (
        <Ask {...{ born, problem, isBusy }} onChange={setBorn} onProblem={setProblem} onNext={next} onDone={onDone} />
      );
    case 'confirm':
      return (
        <Confirm
          {...{ born, isBusy }}
          onYes={() => void save()}
          onBack={() => (given === undefined ? setStep({ at: 'ask' }) : onDone(false))}
        />
      );
    case 'tooYoung':
      return <TooYoung onClose={() => onDone(false)} />;
    case 'minor':
      return (
        <Minor account={account} onSent={(email) => setStep({ at: 'sent', email })} onClose={() => onDone(false)} />
      );
    case 'sent':
      return <Sent email={step.email} onClose={() => onDone(false)} />;
  }
}

const today = (): string => new Date(trueNowMs()).toISOString().slice(0, 10);

const saveBirth = async ({ db, userId }: Account, { profileId, scope }: Me, dateOfBirth: string, isNow: boolean) => {
  const input = { userId, profileId, dateOfBirth };
  if (isNow) {
    await callAs(userId, setPersonalInfo, input, { scope });
    await db.me.update(userId, { adultOn: adultOn(dateOfBirth) });
  } else await withDatabase(userId, (live) => enqueue(live, setPersonalInfo, input, { owner: userId, scope }));
  kick();
};

interface AskProps {
  born: string;
  problem: string | undefined;
  isBusy: boolean;
  onChange: (born: string) => void;
  onProblem: (problem: string | undefined) => void;
  onNext: () => void;
  onDone: (mayGoOn: boolean) => void;
}

function Ask({ born, problem, isBusy, onChange, onProblem, onNext, onDone }: AskProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = v.safeParse(BirthDate, born);
    if (parsed.success) onNext();
    else onProblem(born ? parsed.issues[0].message : text.ask.missing);
  };
  return (
    <Dialog open onClose={() => onDone(false)} title={text.ask.title} description={text.ask.text}>
      <form noValidate className="stack" onSubmit={submit}>
        <Field
          label={text.ask.label}
          type="date"
          {...birthDays(today())}
          autoComplete="bday"
          value={born}
          error={problem}
          onChange={({ target }) => {
            onProblem(undefined);
            onChange(target.value);
          }}
        />
        <Button type="submit" block busy={isBusy && text.ask.saving}>
          {text.ask.next}
        </Button>
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  born: string;
  isBusy: boolean;
  onYes: () => void;
  onBack: () => void;
}

const Confirm = ({ born, isBusy, onYes, onBack }: ConfirmProps) => (
  <Dialog
    open
    onClose={onBack}
    title={text.confirm.title}
    description={text.confirm.text(formatDay(born))}
    footer={
      <>
        <Button variant="outline" onClick={onBack}>
          {text.confirm.back}
        </Button>
        <Button busy={isBusy && text.ask.saving} onClick={onYes}>
          {text.confirm.yes}
        </Button>
      </>
    }
  />
);

const TooYoung = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={text.tooYoung.title}
    description={text.tooYoung.text}
    footer={<Button onClick={onClose}>{text.tooYoung.close}</Button>}
  >
    <p>{text.tooYoung.mistake}</p>
  </Dialog>
);

const Sent = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={text.sent.title}
    description={text.sent.text(email)}
    footer={<Button onClick={onClose}>{text.sent.close}</Button>}
  />
);

interface MinorProps {
  account: Account;
  onSent: (email: string) => void;
  onClose: () => void;
}

function Minor({ account: { userId }, onSent, onClose }: MinorProps) {
  const waitReason = useWaitReason(text.minor.offline);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || waitReason !== undefined) return;
    const parsed = v.safeParse(Email, email);
    if (!parsed.success) return setProblem(parsed.issues[0].message);
    setBusy(true);
    try {
      await callAs(userId, askGuardian, { email: parsed.output }, { scope: `user:${userId}` });
      onSent(parsed.output);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={text.minor.title} description={text.minor.text}>
      <form noValidate className="stack" onSubmit={(event) => void submit(event)}>
        <p>{text.minor.waits}</p>
        <Field
          label={text.minor.label}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={email}
          error={problem}
          help={waitReason}
          onChange={({ target }) => {
            setProblem(undefined);
            setEmail(target.value);
          }}
        />
        <Button type="submit" block disabled={waitReason !== undefined} busy={isBusy && text.minor.sending}>
          {text.minor.send}
        </Button>
        <Button variant="outline" block onClick={onClose}>
          {text.minor.later}
        </Button>
      </form>
    </Dialog>
  );
}
