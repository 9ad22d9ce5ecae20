import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { createSubchannel } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import { CHANNEL_LEVEL_MAX } from '#contract/limits.ts';
import type { Channel } from '#contract/rows.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useAct } from '#app/data/use-act.ts';
import { ChannelForm } from './channel-form.tsx';
import { emptyDraft, filesOf, toCreate } from './channel-draft.ts';
import { FormFrame } from './form-frame.tsx';
import { useFormStart, type FormStart } from './use-form-start.ts';

export interface CreateSubchannelProps {
  parentChannelId: string | undefined;
  /** The community of the parent. */
  communityId: string | undefined;
  /** Outbox entry of the refused change to edit. */
  refusedEntryId: string | undefined;
}

/** Create Subchannel, for organizations. Works offline. Source: PUB-037…PUB-039, D-126. */
export function CreateSubchannelScreen({ parentChannelId, communityId, refusedEntryId }: CreateSubchannelProps) {
  const start = useFormStart(`below:${parentChannelId}`, refusedEntryId);
  const parent = start?.channels.find(({ id }) => id === parentChannelId);
  if (!start || (!parent && !start.isPulled)) return <FormFrame title={channelFormText.createSub} isLoading />;
  const isOrganization = parent?.scope.startsWith('org:') === true;
  if (!parent || !isOrganization || parent.channelLevel >= CHANNEL_LEVEL_MAX)
    return (
      <FormFrame title={channelFormText.createSub}>
        <EmptyState
          drawing="quiet"
          level={1}
          title={parent ? channelFormText.cannotBelow : channelFormText.gone}
          action={<Button href="/channels">{channelFormText.toChannels}</Button>}
        />
      </FormFrame>
    );
  return <SubchannelForm start={start} parent={parent} communityId={communityId ?? parent.communityId} />;
}

function SubchannelForm({ start, parent, communityId }: { start: FormStart; parent: Channel; communityId: string }) {
  const act = useAct();
  const navigate = useNavigate();
  const [id] = useState(start.refused?.channelId ?? newId());
  return (
    <ChannelForm
      start={start}
      fresh={emptyDraft({ step: 'description', communityId })}
      header={channelFormText.createSub}
      lead={channelFormText.below(parent.name)}
      taken={start.channels.filter((channel) => channel.id !== id).map(({ name }) => name)}
      submitLabel={channelFormText.create}
      submitBusy={channelFormText.creating}
      onSubmit={async (draft) => {
        await act(createSubchannel, { ...toCreate(draft, id), parentId: parent.id }, { files: filesOf(draft) });
      }}
      onDone={() => navigate({ to: '/channels/$channelId', params: { channelId: id }, replace: true })}
    />
  );
}
