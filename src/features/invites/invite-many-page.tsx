import { useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { INVITE_LIST_CHARS, INVITE_LIST_MAX } from '#contract/limits.ts';
import { invitesText } from '#contract/text/invites.ts';
import { inviteManyText as text } from '#contract/text/invites-many.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { failureText } from '#app/data/use-act.ts';
import { useKeptDraft, type KeptDraft } from '#app/forms/use-kept-draft.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { decodeList, nameOf, readList, type InvitedRole, type ListedPerson } from './invite-list.ts';
import { lineOf, useInvited, useSendMany, type Sendable } from './use-invite-many.ts';
import './invites.css';

interface Draft {
  text: string;
  role: InvitedRole;
  /** Of people whose role was chosen in the preview. */
  roles: Record<string, InvitedRole>;
}

const KEY = 'invite-many';
const EMPTY: Draft = { text: '', role: 'learner', roles: {} };
const FILE_MAX_BYTES = 4 * INVITE_LIST_CHARS;
const ROLES = [
  { value: 'learner', label: text.roles.learner },
  { value: 'educator', label: text.roles.educator },
] as const;

/** Invites many people at once; the list is kept on this device until it was sent. Source: decision 0132. */
export function InviteManyPage() {
  const { db } = useAccount();
  const [initial, setInitial] = useState<Draft>();
  useEffect(() => {
    db.drafts.get(KEY).then((kept) => setInitial({ ...EMPTY, ...(kept?.value as Partial<Draft>) }), reportUnhandled);
  }, [db]);
  return initial && <InviteMany initial={initial} />;
}

interface Planned extends ListedPerson {
  role: InvitedRole;
  plan: ListedPerson['state'] | 'invited';
  /** Why the server refused it. */
  refusal: string | undefined;
}

interface Outcome {
  invited: number;
  isStopped: boolean;
  /** The message of a call that was refused as a whole. */
  failure: string | undefined;
}

/** Sends those who are new; what is left stays in the list. */
const useSubmit = (
  { change, forget }: KeptDraft<Draft>,
  setRefused: (reasons: ReadonlyMap<string, string>) => void,
) => {
  const navigate = useNavigate();
  const send = useSendMany();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const submit = async (people: readonly Planned[]) => {
    setSending(true);
    setOutcome(undefined);
    try {
      const { done, invited, refused, failure } = await send(people.filter(isFresh));
      const isDone = ({ to, plan }: Planned) =>
        plan === 'doubled' || plan === 'invited' || (to && done.has(nameOf(to)));
      const left = people.filter((one) => !isDone(one));
      if (left.length === 0) {
        await forget();
        showToast({ text: text.sent(invited), kind: 'success' });
        await navigate({ to: '/invite-friend', replace: true });
        return;
      }
      setRefused(refused);
      change({ text: left.map(lineOf).join('\n') });
      const isStopped = failure !== undefined && failure.kind !== 'refused';
      setOutcome({ invited, isStopped, failure: failure && !isStopped ? failureText(failure) : undefined });
    } finally {
      setSending(false);
    }
  };
  return { outcome, isSending, submit };
};

const isFresh = (one: Planned): one is Planned & Sendable => one.plan === 'new';

function InviteMany({ initial }: { initial: Draft }) {
  const kept = useKeptDraft(KEY, initial);
  const { draft, change } = kept;
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { outcome, isSending, submit } = useSubmit(kept, setRefused);
  const field = useRef<HTMLTextAreaElement>(null);
  const people = usePlan(draft, refused);
  const freshCount = people.filter(isFresh).length;
  const isTooLong = draft.text.length > INVITE_LIST_CHARS;
  const wrong = isTooLong ? text.tooLong : freshCount > INVITE_LIST_MAX ? text.tooMany(freshCount) : undefined;
  return (
    <WizardPage
      header={invitesText.title}
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      barBack={goBack}
      onNext={() => void submit(people)}
      next={{
        label: outcome ? text.again : text.send,
        busy: isSending && text.sending,
        disabled: freshCount === 0 || wrong !== undefined,
        help: wrong ?? text.nobody,
        offlineHelp: text.offline,
      }}
    >
      {outcome && <OutcomeNote outcome={outcome} />}
      <TextArea
        ref={field}
        label={text.label}
        help={text.help}
        error={wrong}
        value={draft.text}
        rows={6}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={isSending}
        onChange={({ target }) => change({ text: target.value })}
      />
      <PickList onPick={(lines) => change({ text: [draft.text.trim(), ...lines].filter(Boolean).join('\n') })} />
      <div className="stack-s">
        <p aria-hidden="true">{text.role}</p>
        <Segmented label={text.role} options={ROLES} value={draft.role} onChange={(role) => change({ role })} />
      </div>
      {people.length > 0 && (
        <Preview
          people={people}
          onRole={(name, role) => change({ roles: { ...draft.roles, [name]: role } })}
          onMend={(line) => selectLine(field, line)}
        />
      )}
    </WizardPage>
  );
}

/** What will happen to each person of the list. */
const usePlan = ({ text: written, role, roles }: Draft, refused: ReadonlyMap<string, string>): Planned[] => {
  const typed = useDeferredValue(written);
  const read = typed.length > INVITE_LIST_CHARS ? [] : readList(typed);
  const invited = useInvited(read.length > 0);
  return read.map((one) => {
    const name = one.to && nameOf(one.to);
    const isInvited = name !== undefined && one.state === 'new' && invited.has(name);
    return {
      ...one,
      role: (name === undefined ? undefined : roles[name]) ?? one.role ?? role,
      plan: isInvited ? 'invited' : one.state,
      refusal: name === undefined ? undefined : refused.get(name),
    };
  });
};

function OutcomeNote({ outcome: { invited, isStopped, failure } }: { outcome: Outcome }) {
  return (
    <Note tone="warn" role="alert">
      {isStopped ? text.stopped(invited) : text.left(invited)} {failure}
    </Note>
  );
}

/** Reads a file on the device, as lines for the list. */
function PickList({ onPick }: { onPick: (lines: string[]) => void }) {
  const [failure, setFailure] = useState<string>();
  const pick = async (file: File) => {
    if (file.size > FILE_MAX_BYTES) return setFailure(text.fileTooLarge);
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (!bytes) return setFailure(text.fileFailed);
    const read = decodeList(new Uint8Array(bytes));
    if (read === undefined) return setFailure(text.fileNoText);
    const lines = readList(read).map(lineOf);
    setFailure(lines.length === 0 ? text.fileEmpty : undefined);
    if (lines.length > 0) onPick(lines);
  };
  return (
    <>
      <FilePicker
        variant="outline"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        onPick={([file]) => void pick(file!)}
      >
        {text.file}
      </FilePicker>
      {failure && (
        <Note tone="warn" role="alert">
          {failure}
        </Note>
      )}
    </>
  );
}

interface PreviewProps {
  people: readonly Planned[];
  onRole: (name: string, role: InvitedRole) => void;
  onMend: (line: number) => void;
}

/** Lines to be mended come first. */
function Preview({ people, onRole, onMend }: PreviewProps) {
  const wrong = people.filter(({ plan, refusal }) => plan === 'invalid' || refusal !== undefined);
  const fresh = people.filter(({ plan }) => plan === 'new');
  const invalid = people.filter(({ plan }) => plan === 'invalid');
  const others = people.filter((one) => !wrong.includes(one));
  return (
    <section className="stack-s" aria-label={text.preview}>
      <h2>{text.preview}</h2>
      <p role="status">{text.summary(fresh.length, people.length - fresh.length - invalid.length, invalid.length)}</p>
      <RowList label={text.preview}>
        {[...wrong, ...others].map((one, at) => (
          <PersonRow key={`${at} ${one.text}`} person={one} onRole={onRole} onMend={onMend} />
        ))}
      </RowList>
    </section>
  );
}

function PersonRow({ person, onRole, onMend }: { person: Planned } & Omit<PreviewProps, 'people'>) {
  const { line, text: written, to, role, plan, refusal } = person;
  const name = to && nameOf(to);
  const isCreator = role === 'educator';
  const label = text.roles[role];
  return (
    <ListRow
      title={name ?? written}
      text={refusal ?? text.states[plan]}
      time={text.line(line)}
      className="invites__person"
      trailing={
        name === undefined ? (
          <Button variant="outline" size="m" type="button" onClick={() => onMend(line)}>
            {text.mend(line)}
          </Button>
        ) : (
          plan === 'new' && (
            <Button
              variant="ghost"
              size="m"
              type="button"
              aria-label={text.roleOf(label, name)}
              onClick={() => onRole(name, isCreator ? 'learner' : 'educator')}
            >
              {label}
            </Button>
          )
        )
      }
    />
  );
}

/** Puts the cursor on a line, with the line selected. @param line From 1. */
const selectLine = ({ current: area }: RefObject<HTMLTextAreaElement | null>, line: number): void => {
  if (!area) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
};
