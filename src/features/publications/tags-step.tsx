import { useState } from 'react';
import { publishText } from '#contract/text/publications.ts';
import { Accordion } from '#ui/lists/accordion.tsx';
import { CustomTagsPart } from './custom-tags-part.tsx';
import { GroupPart } from './group-part.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { TagTutorial } from './tag-tutorial.tsx';
import type { PublishDraft, StepProps } from './publish-plan.ts';

/** Parts that already have a choice, e.g. of a stored draft. */
const chosenParts = ({ customTags, tagProfileId }: PublishDraft): string[] => [
  ...(customTags.length > 0 ? ['tags'] : []),
  ...(tagProfileId === null ? [] : ['group']),
];

/** Own tags and a saved group, folded unless something is chosen in them. */
export function TagParts({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  // Read once: later choices must not fold or unfold what the person opened.
  const [opened] = useState(() => chosenParts(draft));
  return (
    <Accordion
      headingLevel={2}
      defaultOpen={opened}
      items={[
        { id: 'tags', title: publishText.steps.tags, content: <CustomTagsPart draft={draft} change={change} /> },
        { id: 'group', title: publishText.steps.group, content: <GroupPart draft={draft} change={change} /> },
      ]}
    />
  );
}

/**
 * The tutorial, own tags and a saved group, folded: tags are optional, so Publish is one tap away. Source: PUB-018, D-130,
 * D-131; why on one screen: docs/decisions/0030.
 */
export function TagsStep({ draft, change, channel, isTutorialHidden }: StepProps & { isTutorialHidden: boolean }) {
  return (
    <div className="publish__form">
      {!isTutorialHidden && <TagTutorial />}
      <p className="t-2">{publishText.tagsOptional}</p>
      <TagParts draft={draft} change={change} />
      <SchedulePart draft={draft} change={change} />
      <section className="publish__summary card">
        <h2 className="t-h3">{publishText.summary}</h2>
        <p>{draft.title}</p>
        <p className="t-small t-2">
          {[channel && publishText.summaryOn(channel.name), publishText.prices[draft.pricing]]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </section>
    </div>
  );
}
