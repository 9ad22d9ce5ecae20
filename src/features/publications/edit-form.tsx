import { useState, type ReactNode } from 'react';
import { editText } from '#contract/text/publications.ts';
import type { Channel } from '#contract/rows.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { goBack } from '#app/navigation/back.ts';
import { DescriptionStep } from './description-step.tsx';
import { changeOf, type EditDraft } from './edit-plan.ts';
import { KeptNote } from '#app/forms/kept-note.tsx';
import { MISSING_HELP, missingIn, type PublishableContent } from './publish-plan.ts';
import { SchedulePart } from './schedule-part.tsx';
import { TagParts } from './tags-step.tsx';
import { editKey } from './stored-drafts.ts';
import { useLeaving } from '#app/forms/use-leaving.tsx';

export interface EditFormProps {
  publishedId: string;
  content: PublishableContent;
  channel: Channel | undefined;
  /** It is seen by others, or was until an operator removed it: its time cannot be changed any more. */
  isLive: boolean;
  initial: EditDraft;
  isKept: boolean;
  /** Above the form. */
  note: ReactNode;
  /** The refused change that Save replaces. */
  refusedEntryId: string | undefined;
  onStartOver: () => void;
}

/** Everything that the owner of a publication may change, on one page with Save. Source: PUB-024…PUB-027, D-129. */
export function EditForm({
  publishedId,
  content,
  channel,
  isLive,
  initial,
  isKept,
  note,
  refusedEntryId,
  onStartOver,
}: EditFormProps) {
  const { db } = useAccount();
  const act = useAct();
  const kept = useKeptDraft(editKey(publishedId), initial);
  const { draft, change } = kept;
  const [isSaving, setSaving] = useState(false);
  const changed = changeOf(publishedId, draft);
  const missing = missingIn(draft);
  const { isDoneRef, dialog } = useLeaving({ ...kept, isUnsaved: changed !== undefined, question: editText.leave });
  const save = async () => {
    if (!changed) return;
    setSaving(true);
    try {
      await act(changed.call, changed.input, { files: changed.files, ...(channel && { scope: channel.scope }) });
      if (refusedEntryId) await discard(db, refusedEntryId);
      await kept.forget();
      isDoneRef.current = true;
      goBack();
      showToast({ text: editText.saved(draft.title.trim()), kind: 'success' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="column">
      <AppBar title={editText.title} back={goBack} />
      <main id="main" className="page publish">
        {note}
        {isKept && !kept.isDirty && <KeptNote onStartOver={() => void kept.forget().then(onStartOver)} />}
        <div className="publish__form">
          <DescriptionStep draft={draft} change={change} content={content} channel={channel} />
          <TagParts draft={draft} change={change} />
          {!isLive && <SchedulePart draft={draft} change={change} />}
        </div>
      </main>
      <Dock help={missing ? MISSING_HELP[missing] : !changed && editText.unchanged}>
        <Button
          block
          busy={isSaving && editText.saving}
          disabled={!changed || missing !== undefined}
          onClick={() => void save()}
        >
          {editText.save}
        </Button>
      </Dock>
      {dialog}
    </div>
  );
}
