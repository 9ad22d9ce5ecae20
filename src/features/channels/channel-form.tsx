import { useState, type ReactNode } from 'react';
import { channelFormText } from '#contract/text/channels-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { WizardPage, type WizardPageProps } from '#app/frame/wizard-page.tsx';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { goBack } from '#app/navigation/back.ts';
import { missingIn, type ChannelDraft } from './channel-draft.ts';
import { ChannelFields, type ChannelFieldsProps } from './channel-fields.tsx';
import type { FormStart } from './use-form-start.ts';
import './channel-form.css';

export interface ChannelFormProps {
  start: FormStart;
  /** The draft of a form that nothing was typed into. */
  fresh: ChannelDraft;
  /** Title in the app bar. */
  header: string;
  lead?: string | undefined;
  taken: readonly string[];
  current?: ChannelFieldsProps['current'] | undefined;
  submitLabel: string;
  submitBusy: string;
  /** Stores the change on this device. */
  onSubmit: (draft: ChannelDraft) => Promise<void>;
  /** After the draft was deleted. */
  onDone: () => Promise<void> | void;
  /** The step before the description; without it the description is the only one. */
  community?: ((draft: ChannelDraft, choose: (communityId: string) => void) => ReactNode) | undefined;
}

const NO_PICTURES = { logo: null, cover: null };

/** The form of a channel, with a note if it starts with an earlier draft. */
export function ChannelForm(props: ChannelFormProps) {
  const { start, fresh } = props;
  // A snapshot: typing changes the stored draft, and with it `start`.
  const [first] = useState(start);
  const typed = first.refused?.over(first.kept ?? fresh) ?? first.kept;
  const [round, setRound] = useState(0);
  const isKept = typed !== undefined && round === 0;
  return (
    <FormPage
      key={round}
      {...props}
      initial={isKept ? typed : fresh}
      isKept={isKept && !first.refused}
      refusedEntryId={first.refused?.entryId}
      onStartOver={() => setRound(round + 1)}
    />
  );
}

interface FormPageProps extends ChannelFormProps {
  initial: ChannelDraft;
  isKept: boolean;
  refusedEntryId: string | undefined;
  onStartOver: () => void;
}

function FormPage(props: FormPageProps) {
  const { start, initial, isKept, header, lead, taken, current = NO_PICTURES, community } = props;
  const { draft, change, forget } = useKeptDraft(start.key, initial);
  const [isNoted, setNoted] = useState(isKept);
  const { isBusy, submit } = useSubmit(props, draft, forget);
  const edit = (fields: Partial<ChannelDraft>) => {
    setNoted(false);
    change(fields);
  };
  const isCommunity = community !== undefined && draft.step === 'community';
  const missing = missingIn(draft, taken);
  const next: WizardPageProps['next'] = isCommunity
    ? { label: channelFormText.next, disabled: missing !== undefined, help: missing, offline: true }
    : {
        label: props.submitLabel,
        busy: isBusy && props.submitBusy,
        disabled: missing !== undefined,
        help: missing,
        offline: true,
      };
  return (
    <WizardPage
      header={header}
      title={header}
      heading={isCommunity ? channelFormText.chooseCommunity : channelFormText.description}
      lead={isCommunity ? channelFormText.communityHelp : lead}
      step={community && { current: isCommunity ? 1 : 2, total: 2 }}
      barBack={community && !isCommunity ? () => change({ step: 'community' }) : goBack}
      next={next}
      onNext={() => (isCommunity ? change({ step: 'description' }) : void submit())}
    >
      {isNoted && (
        <Note
          role="status"
          action={
            <Button variant="ghost" size="m" onClick={() => void forget().then(props.onStartOver)}>
              {channelFormText.draftDiscard}
            </Button>
          }
        >
          {channelFormText.draftFound}
        </Note>
      )}
      {isCommunity ? (
        community(draft, (communityId) => edit({ communityId }))
      ) : (
        <ChannelFields draft={draft} change={edit} taken={taken} current={current} />
      )}
    </WizardPage>
  );
}

/** Stores the change, deletes the draft and the refused entry that it replaces, then leaves. */
function useSubmit(
  { onSubmit, onDone, refusedEntryId }: Pick<FormPageProps, 'onSubmit' | 'onDone' | 'refusedEntryId'>,
  draft: ChannelDraft,
  forget: () => Promise<void>,
) {
  const { db } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await onSubmit(draft);
      if (refusedEntryId) {
        const { discard } = await import('#store/outbox/enqueue.ts');
        await discard(db, refusedEntryId);
      }
      await forget();
      await onDone();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, submit };
}
