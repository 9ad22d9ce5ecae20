import { useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { publish } from '#contract/publications.ts';
import { newId } from '#contract/ids.ts';
import { publishText } from '#contract/text/publications.ts';
import type { Channel, LibraryContent } from '#contract/rows.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Button } from '#ui/button.tsx';
import { Dock } from '#ui/dock.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons.ts';
import { LazyLeaveDialog } from '#ui/lazy-overlays.tsx';
import { Note } from '#ui/note.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { showToast } from '#ui/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { ChannelStep } from './channel-step.tsx';
import { DescriptionStep } from './description-step.tsx';
import { GroupStep } from './group-step.tsx';
import { PlaylistStep } from './playlist-step.tsx';
import { missingIn, STEPS, toPublish, type PublishDraft, type Step, type StepProps } from './publish-plan.ts';
import { TagsStep } from './tags-step.tsx';
import { TutorialStep } from './tutorial-step.tsx';
import { useKeptDraft } from './use-draft.ts';

const MISSING = {
  channel: publishText.chooseChannel,
  title: publishText.needTitle,
  cover: publishText.needCover,
  titleAndCover: publishText.needTitleAndCover,
} as const;

export interface PublishWizardProps {
  content: LibraryContent;
  channels: readonly Channel[];
  initial: PublishDraft;
  /** True if `initial` is a stored draft of an earlier visit. */
  isKept: boolean;
  isTutorialHidden: boolean;
  refusedEntryId: string | undefined;
  onStartOver: () => void;
}

/** The steps with Back and Next, and the confirmation before leaving. */
export function PublishWizard({
  content,
  channels,
  initial,
  isKept,
  isTutorialHidden,
  refusedEntryId,
  onStartOver,
}: PublishWizardProps) {
  const { db } = useAccount();
  const act = useAct();
  const navigate = useNavigate();
  const { draft, change, isDirty, forget } = useKeptDraft(content.id, initial);
  const [isPublishing, setPublishing] = useState(false);
  const [isKeptNoted, setKeptNoted] = useState(isKept);
  const isDone = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => (isDirty || isKept) && !isDone.current,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(draft.step);
  useEffect(() => {
    if (shownStep.current === draft.step) return;
    shownStep.current = draft.step;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [draft.step]);

  const steps: readonly Step[] = isTutorialHidden ? STEPS.filter((step) => step !== 'tutorial') : STEPS;
  const stepIndex = Math.max(0, steps.indexOf(draft.step));
  const channel = channels.find(({ id }) => id === draft.channelId);
  const missing = missingIn(draft);
  const leave = () => void navigate({ to: '/library' });
  const back = () => (stepIndex === 0 ? leave() : change({ step: steps[stepIndex - 1]! }));

  const send = async () => {
    setPublishing(true);
    try {
      const { input, files } = toPublish(draft, newId(), content.id);
      await act(publish, input, { files });
      if (refusedEntryId) await discard(db, refusedEntryId);
      await forget();
      isDone.current = true;
      await navigate({
        to: '/channels/$channelId',
        params: { channelId: input.channelId },
        replace: true,
      });
      showToast({ text: publishText.added(input.title), kind: 'success' });
    } finally {
      setPublishing(false);
    }
  };
  const isLast = stepIndex === steps.length - 1;
  return (
    <div className="column">
      <AppBar
        title={publishText.title}
        back={back}
        heading={false}
        actions={<IconButton label={publishText.leave} icon={<CloseIcon />} onClick={leave} />}
      />
      <main className="page publish">
        <Stepper current={stepIndex + 1} total={steps.length}>
          {channel?.name}
        </Stepper>
        <h1 ref={heading} tabIndex={-1}>
          {publishText.steps[draft.step]}
        </h1>
        {isKeptNoted && (
          <Note
            role="status"
            action={
              <Button variant="ghost" size="m" onClick={() => void forget().then(onStartOver)}>
                {publishText.draftDiscard}
              </Button>
            }
          >
            {publishText.draftFound}
          </Note>
        )}
        <StepBody
          draft={draft}
          change={(fields) => {
            setKeptNoted(false);
            change(fields);
          }}
          content={content}
          channel={channel}
          channels={channels}
        />
        {isLast && !content.approved && <Note>{publishText.preparing}</Note>}
      </main>
      <Dock help={missing && MISSING[missing]}>
        {stepIndex > 0 && (
          <Button variant="outline" onClick={back}>
            {publishText.back}
          </Button>
        )}
        {isLast ? (
          <Button busy={isPublishing && publishText.publishing} onClick={() => void send()}>
            {publishText.publish}
          </Button>
        ) : (
          <Button disabled={missing !== undefined} onClick={() => change({ step: steps[stepIndex + 1]! })}>
            {publishText.next}
          </Button>
        )}
      </Dock>
      <LazyLeaveDialog
        open={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </div>
  );
}

function StepBody({ channels, ...props }: StepProps & { channels: readonly Channel[] }) {
  switch (props.draft.step) {
    case 'channel':
      return <ChannelStep {...props} channels={channels} />;
    case 'description':
      return <DescriptionStep {...props} />;
    case 'playlist':
      return <PlaylistStep {...props} />;
    case 'tutorial':
      return <TutorialStep />;
    case 'tags':
      return <TagsStep {...props} />;
    case 'group':
      return <GroupStep {...props} />;
  }
}
