import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { publishText, scheduleText } from '#contract/text/publications.ts';
import type { Channel } from '#contract/rows.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { CloseIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { Stepper } from '#ui/forms/stepper.tsx';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { ChannelStep } from './channel-step.tsx';
import { DescriptionStep } from './description-step.tsx';
import {
  MISSING_HELP,
  missingIn,
  STEPS,
  type PublishableContent,
  type PublishDraft,
  type Step,
  type StepProps,
} from './publish-plan.ts';
import { KeptNote } from '#app/forms/kept-note.tsx';
import { TagsStep } from './tags-step.tsx';
import { draftKey } from './stored-drafts.ts';
import { useLeaving } from '#app/forms/use-leaving.tsx';
import { usePublish } from './use-publish.ts';

export interface PublishWizardProps {
  content: PublishableContent;
  channels: readonly Channel[];
  initial: PublishDraft;
  /** True if `initial` is a stored draft of an earlier visit. */
  isKept: boolean;
  isUploading: boolean;
  isTutorialHidden: boolean;
  refusedEntryId: string | undefined;
  onStartOver: () => void;
}

/** The screens with Back, Next and Publish, and the confirmation before leaving. */
export function PublishWizard(props: PublishWizardProps) {
  const { content, channels, isKept, isUploading, isTutorialHidden, refusedEntryId } = props;
  const kept = useKeptDraft(draftKey(content.id), props.initial);
  const { draft, change } = kept;
  const [isKeptNoted, setKeptNoted] = useState(isKept);
  const { isDoneRef, dialog } = useLeaving({ ...kept, isUnsaved: kept.isDirty || isKept });
  const heading = useHeadingOf(draft.step);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/library' });
  const { isPublishing, send } = usePublish({ ...kept, contentId: content.id, isUploading, refusedEntryId, isDoneRef });
  const stepIndex = STEPS.indexOf(draft.step);
  const show = (index: number) => (index < 0 ? leave() : change({ step: STEPS[index]! }));
  const channel = channels.find(({ id }) => id === draft.channelId);
  return (
    <div className="column">
      <AppBar
        title={publishText.title}
        back={() => show(stepIndex - 1)}
        heading={false}
        actions={<IconButton label={publishText.leave} icon={<CloseIcon />} onClick={leave} />}
      />
      <main id="main" className="page publish">
        <Stepper current={stepIndex + 1} total={STEPS.length}>
          {channel?.name}
        </Stepper>
        <h1 ref={heading} tabIndex={-1}>
          {publishText.screens[draft.step]}
        </h1>
        {isKeptNoted && <KeptNote onStartOver={() => void kept.forget().then(props.onStartOver)} />}
        <StepBody
          draft={draft}
          change={(fields) => {
            setKeptNoted(false);
            change(fields);
          }}
          content={content}
          channel={channel}
          channels={channels}
          isTutorialHidden={isTutorialHidden}
        />
        {draft.step === 'tags' && !content.approved && (
          <Note>{isUploading ? publishText.uploading : publishText.preparing}</Note>
        )}
      </main>
      <StepDock draft={draft} busy={isPublishing} onShow={show} onPublish={() => void send()} />
      {dialog}
    </div>
  );
}

/** The heading's ref: a new screen starts at its top, with the focus on its heading. */
function useHeadingOf(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [step]);
  return heading;
}

interface StepDockProps {
  draft: PublishDraft;
  busy: boolean;
  onShow: (index: number) => void;
  onPublish: () => void;
}

function StepDock({ draft, busy, onShow, onPublish }: StepDockProps) {
  const index = STEPS.indexOf(draft.step);
  const missing = missingIn(draft);
  return (
    <Dock help={missing && MISSING_HELP[missing]}>
      {index > 0 && (
        <Button variant="outline" onClick={() => onShow(index - 1)}>
          {publishText.back}
        </Button>
      )}
      {index === STEPS.length - 1 ? (
        <Button busy={busy && publishText.publishing} disabled={missing !== undefined} onClick={onPublish}>
          {draft.publishAt === null ? publishText.publish : scheduleText.schedule}
        </Button>
      ) : (
        <Button disabled={missing !== undefined} onClick={() => onShow(index + 1)}>
          {publishText.next}
        </Button>
      )}
    </Dock>
  );
}

interface StepBodyProps extends StepProps {
  channels: readonly Channel[];
  isTutorialHidden: boolean;
}

function StepBody({ channels, isTutorialHidden, ...props }: StepBodyProps) {
  switch (props.draft.step) {
    case 'channel':
      return <ChannelStep {...props} channels={channels} />;
    case 'description':
      return <DescriptionStep {...props} />;
    case 'tags':
      return <TagsStep {...props} isTutorialHidden={isTutorialHidden} />;
  }
}
