import { useEffect, useState, type ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { KeptNote } from '#app/forms/kept-note.tsx';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { useLeaving } from '#app/forms/use-leaving.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { changedOf, type FieldProblems } from './fields.ts';
import { REFUSED_FIELD, withRefused } from './refused-input.ts';
import { useEditStart, type EditSection, type EditStart, type Kept, type Owner } from './use-edit-start.ts';

export type Act = ReturnType<typeof useAct>;

/** What the fields of a page read and call. */
export interface EditForm<D extends object> {
  draft: Kept<D>;
  owner: Owner;
  change: (fields: Partial<D>) => void;
  /** The message to show now below a field. */
  problem: (name: keyof D) => string | undefined;
  /** Checks a field from now on, because the person left it. */
  leave: (name: keyof D) => void;
  /** Props of a native text field. */
  text: (name: keyof D) => {
    value: string;
    error: string | undefined;
    onBlur: () => void;
    onChange: (event: { target: { value: string } }) => void;
  };
}

export interface EditPageProps<D extends object> extends EditSection<D> {
  title: string;
  check: (draft: D, owner: Owner) => FieldProblems<D>;
  /** Called when the person wants to save what `check` refuses. */
  onRefused?: (form: EditForm<D>) => void;
  /** Stores the change on this device. Gets the changed fields, and the whole draft. */
  save: (changed: Partial<D>, draft: Kept<D>, owner: Owner, act: Act) => Promise<unknown>;
  /** The message for a refusal that no field shows; by default the server's. */
  failure?: string;
  saved?: string;
  children: (form: EditForm<D>) => ReactNode;
}

/**
 * The one frame of the pages that edit the own profile: reads the saved values from this device, keeps what is typed, asks
 * before it is discarded, and sends the changed fields by the outbox. Source: PRO-020; D-362.
 */
export function EditPage<D extends object>(props: EditPageProps<D>) {
  const { shown, skeleton } = useAfterSkeleton(useEditStart(props));
  if (shown === undefined || shown === null)
    return <EditFrame title={props.title}>{shown === null ? <Missing /> : skeleton && <Loading />}</EditFrame>;
  return <Begin {...props} start={shown} />;
}

const Loading = () => <Skeleton shape="card" count={1} />;

export function Missing() {
  return (
    <EmptyState drawing="offline" level={2} title={commonText.loadFailed}>
      {commonText.notHere.offline}
    </EmptyState>
  );
}

/** The page where a form cannot be shown. */
export function EditFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="column">
      <AppBar title={title} back={goBack} />
      <main id="main" className="page">
        {children}
      </main>
    </div>
  );
}

interface BeginProps<D extends object> extends EditPageProps<D> {
  start: EditStart<D>;
}

/** Decides once which values the form starts with: the refused change, the kept draft, or the saved ones. */
function Begin<D extends object>({ start, ...props }: BeginProps<D>) {
  // A snapshot: a pull, or the draft that is stored while typing, must not change the form.
  const [first] = useState(start);
  const [isOver, setOver] = useState(false);
  const base = props.fields(first.owner);
  const fresh = { ...base, base };
  const { kept, refused } = isOver ? { kept: undefined, refused: undefined } : first;
  const { refusedFields = (input) => input as Partial<D> } = props;
  const initial =
    kept ?? (refused ? withRefused(fresh, refusedFields(refused.input, base) as Record<string, unknown>) : fresh);
  return (
    <FormPage
      key={String(isOver)}
      {...props}
      start={{ ...start, kept, refused }}
      initial={initial}
      onStartOver={() => setOver(true)}
    />
  );
}

interface FormPageProps<D extends object> extends BeginProps<D> {
  initial: Kept<D>;
  onStartOver: () => void;
}

/** The messages of the fields, and what their controls need. */
function useFields<D extends object>(
  { start, initial, check, onRefused }: FormPageProps<D>,
  draft: Kept<D>,
  change: (fields: Partial<D>) => void,
) {
  const { owner, refused } = start;
  const [left, setLeft] = useState<ReadonlySet<keyof D>>(new Set());
  const [tries, setTries] = useState(0);
  const problems = check(draft, owner);
  const refusedField = refused?.problem && REFUSED_FIELD[refused.problem.code];
  const isRefusedAsTyped = (name: keyof D) =>
    name === refusedField && changedOf({ value: draft[name] }, { value: initial[name] }).value === undefined;
  const problem = (name: keyof D) =>
    (left.has(name) || tries > 0 ? problems[name] : undefined) ??
    (isRefusedAsTyped(name) ? refused?.problem?.message : undefined);
  const leave = (name: keyof D) => setLeft((before) => new Set(before).add(name));
  useEffect(() => {
    if (tries === 0) return undefined;
    // The fields show their errors once the button is released (ui/use-held-while-pressed.ts).
    const timer = setTimeout(() => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus());
    return () => clearTimeout(timer);
  }, [tries]);
  const form: EditForm<D> = {
    draft,
    owner,
    change,
    problem,
    leave,
    text: (name) => ({
      value: String(draft[name]),
      error: problem(name),
      onBlur: () => leave(name),
      onChange: ({ target }) => change({ [name]: target.value } as Partial<D>),
    }),
  };
  return {
    form,
    isRefusedByField: refusedField !== undefined && refusedField !== null && refusedField in draft.base,
    /** Shows all messages. @returns whether there are none. */
    isRight: () => {
      const isWrong = Object.values(problems).some(Boolean);
      if (isWrong) {
        setTries(tries + 1);
        onRefused?.(form);
      }
      return !isWrong;
    },
  };
}

function FormPage<D extends object>(props: FormPageProps<D>) {
  const { start, initial, title, children, onStartOver } = props;
  const { kept, refused } = start;
  const keeping = useKeptDraft<Kept<D>>(start.key, initial);
  const { draft, isDirty } = keeping;
  const changed = changedOf<D>(draft, draft.base);
  const isChanged = Object.keys(changed).length > 0;
  const { isDoneRef, dialog } = useLeaving({ ...keeping, isUnsaved: isChanged, question: text.leave });
  const { form, isRefusedByField, isRight } = useFields(props, draft, (fields) =>
    keeping.change(fields as Partial<Kept<D>>),
  );
  const { isBusy, save } = useSave(props, draft, changed, async () => {
    await keeping.forget();
    isDoneRef.current = true;
  });
  const next = {
    label: text.save,
    busy: isBusy && text.saving,
    disabled: !isChanged,
    help: text.unchanged,
    offline: true,
  };
  return (
    <WizardPage
      header={text.header}
      title={title}
      heading={title}
      barBack={goBack}
      next={next}
      onNext={() => isRight() && void save()}
    >
      {kept && !isDirty && <KeptNote onStartOver={() => void keeping.forget().then(onStartOver)} />}
      {refused && (
        <Note tone="danger" role="alert">
          {isRefusedByField ? text.refused : (props.failure ?? refused.problem?.message ?? commonText.somethingWrong)}
        </Note>
      )}
      {children(form)}
      {dialog}
    </WizardPage>
  );
}

/** Stores the change, deletes the draft and the refused entry that it replaces, then leaves. */
function useSave<D extends object>(
  { save: store, start, saved = text.saved }: FormPageProps<D>,
  draft: Kept<D>,
  changed: Partial<D>,
  done: () => Promise<void>,
) {
  const { db } = useAccount();
  const act = useAct();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await store(changed, draft, start.owner, act);
      if (start.refused) {
        const { discard } = await import('#store/outbox/enqueue.ts');
        await discard(db, start.refused.id);
      }
      await done();
      goBack();
      showToast({ text: saved, kind: 'success' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save };
}
