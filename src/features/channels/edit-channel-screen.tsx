import { editChannel } from '#contract/channels.ts';
import type { Channel } from '#contract/rows.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '#app/data/use-act.ts';
import { goBack } from '#app/navigation/back.ts';
import { ChannelForm } from './channel-form.tsx';
import { changesOf, draftOfChannel, filesOf } from './channel-draft.ts';
import { FormFrame } from './form-frame.tsx';
import { useWaitingPictures } from './use-waiting-pictures.ts';
import { useFormStart, type FormStart } from './use-form-start.ts';

/**
 * Edits an own channel. Works offline. Source: D-127.
 *
 * @param props.refusedEntryId Outbox entry of the refused change to edit.
 */
export function EditChannelScreen({ channelId, ...props }: { channelId: string; refusedEntryId: string | undefined }) {
  const start = useFormStart(channelId, props.refusedEntryId);
  const channel = start?.channels.find(({ id }) => id === channelId);
  if (!start || (!channel && !start.isPulled)) return <FormFrame title={channelFormText.edit} isLoading />;
  if (!channel)
    return (
      <FormFrame title={channelFormText.edit}>
        <EmptyState
          drawing="search"
          level={1}
          title={channelFormText.gone}
          action={<Button href="/channels">{channelFormText.toChannels}</Button>}
        />
      </FormFrame>
    );
  return <EditForm key={channelId} start={start} channel={channel} />;
}

function EditForm({ start, channel }: { start: FormStart; channel: Channel }) {
  const act = useAct();
  const waiting = useWaitingPictures(channel.id);
  return (
    <ChannelForm
      start={start}
      fresh={draftOfChannel(channel)}
      header={channelFormText.edit}
      taken={start.channels.filter(({ id }) => id !== channel.id).map(({ name }) => name)}
      current={{ logo: waiting.logo ?? channel.logoImage, cover: waiting.cover ?? channel.coverImage }}
      submitLabel={channelFormText.save}
      submitBusy={channelFormText.saving}
      onSubmit={async (draft) => {
        await act(
          editChannel,
          { channelId: channel.id, ...changesOf(draft) },
          { files: filesOf(draft), scope: channel.scope },
        );
      }}
      onDone={() => {
        goBack();
        showToast({ text: channelFormText.saved, kind: 'success' });
      }}
    />
  );
}
