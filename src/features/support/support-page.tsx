import { useState } from 'react';
import { newId } from '#contract/ids.ts';
import type { SupportKind } from '#contract/rows.ts';
import { sendSupportRequest } from '#contract/support.ts';
import { supportText as text } from '#contract/text/support.ts';
import type { OutboxEntry } from '#store/database.ts';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOnline } from '#app/device/traffic.ts';
import { KeptNote } from '#app/forms/kept-note.tsx';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { useLeaving } from '#app/forms/use-leaving.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { useDiagnostics } from './diagnostics.ts';
import { MessageFields, type TypedMessage } from './message-fields.tsx';
import { MessagePicture } from './message-picture.tsx';
import { OwnMessages } from './own-messages.tsx';
import { useShownProblems } from './use-shown-problems.ts';

interface Draft extends TypedMessage {
  /** SHA-256 of a stored file. */
  screenshot: string | null;
}

export interface SupportPageProps {
  kind: SupportKind;
  /** The subject that the page starts with. Source: NAV-087. */
  subject?: string | undefined;
}

/** What the form starts with. */
interface Start {
  kept: Draft | undefined;
  refused: OutboxEntry | undefined;
}
const NOTHING: Start = { kept: undefined, refused: undefined };

/** Writes to support, also offline: the message is queued like every change. Source: NAV-086, NAV-087, D-170. */
export function SupportPage({ kind, subject = '' }: SupportPageProps) {
  const key = `support:${kind}`;
  const [round, setRound] = useState(0);
  const start = useLive(
    async (db): Promise<Start> => {
      const refused = await db.outbox.where('state').equals('refused').sortBy('order');
      return {
        kept: (await db.drafts.get(key))?.value as Draft | undefined,
        refused: refused.findLast(({ call, input }) => call === sendSupportRequest.id && input['kind'] === kind),
      };
    },
    [key],
  );
  if (!start) return null;
  // Another message of this visit starts empty: the stored draft may still be that of the last one.
  return (
    <Form
      key={round}
      draftKey={key}
      kind={kind}
      subject={round === 0 ? subject : ''}
      start={round === 0 ? start : NOTHING}
      onAgain={() => setRound(round + 1)}
    />
  );
}

/** The input of a refused message as it was typed. */
const typedOf = ({ input }: OutboxEntry): Draft => {
  const { topic, message, email, screenshot } = input as Partial<Draft>;
  return { topic: topic ?? '', message: message ?? '', email: email ?? '', screenshot: screenshot ?? null };
};

interface FormProps {
  draftKey: string;
  kind: SupportKind;
  subject: string;
  start: Start;
  /** Shows the form anew: after the message was stored, or to start over. */
  onAgain: () => void;
}

function Form({ draftKey, kind, subject, start, onAgain }: FormProps) {
  // A snapshot: the draft that is stored while typing must not change the form.
  const [{ kept, refused }] = useState(start);
  const empty: Draft = { topic: subject, message: '', email: '', screenshot: null };
  const keeping = useKeptDraft<Draft>(draftKey, kept ?? (refused ? typedOf(refused) : empty));
  const { draft, isDirty, change } = keeping;
  const { problems, leave, isRight } = useShownProblems(draft, false);
  const diagnostics = useDiagnostics();
  const { isDoneRef, dialog } = useLeaving({ ...keeping, isUnsaved: isDirty, question: text.leave });
  const { isBusy, send } = useSend(kind, draft, kind === 'technical' ? diagnostics : undefined, refused, async () => {
    await keeping.forget();
    isDoneRef.current = true;
    onAgain();
  });
  return (
    <WizardPage
      header={text.header}
      heading={text.headings[kind]}
      lead={<p>{text.leads[kind]}</p>}
      barBack={goBack}
      next={{ label: text.send, busy: isBusy && text.sending, offline: true }}
      onNext={() => isRight() && void send()}
    >
      {kept && !isDirty && <KeptNote onStartOver={() => void keeping.forget().then(onAgain)} />}
      {refused && (
        <Note tone="danger" role="alert">
          {refused.problem?.message ?? text.refused}
        </Note>
      )}
      <MessageFields
        draft={draft}
        problems={problems}
        email={{ label: text.replyTo, help: text.replyToHelp, optional: true }}
        onChange={change}
        onLeave={leave}
      >
        <MessagePicture chosen={draft.screenshot} onChange={(screenshot) => change({ screenshot })} />
      </MessageFields>
      {kind === 'technical' && diagnostics && (
        <details className="support__added">
          <summary>{text.added}</summary>
          <p>{diagnostics}</p>
        </details>
      )}
      <OwnMessages />
      {dialog}
    </WizardPage>
  );
}

/** Stores the message on this device, and discards the refused one that it replaces. */
function useSend(
  kind: SupportKind,
  { topic, message, email, screenshot }: Draft,
  diagnostics: string | undefined,
  refused: OutboxEntry | undefined,
  done: () => Promise<void>,
) {
  const { db } = useAccount();
  const act = useAct();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const input = {
        id: newId(),
        kind,
        topic: topic.trim(),
        message: message.trim(),
        screenshot,
        email: email.trim() || null,
        ...(diagnostics !== undefined && { diagnostics }),
      };
      await act(sendSupportRequest, input, { files: screenshot === null ? [] : [screenshot] });
      if (refused) {
        const { discard } = await import('#store/outbox/enqueue.ts');
        await discard(db, refused.id);
      }
      await done();
      showToast({ text: isOnline ? text.kept : text.keptOffline, kind: 'success' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, send };
}
