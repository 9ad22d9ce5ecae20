import {
  CHANNEL_COVER_HEIGHT_PX,
  CHANNEL_COVER_WIDTH_PX,
  CHANNEL_LOGO_PX,
  CHANNEL_NAME_MAX,
  DESCRIPTION_MAX,
} from '#contract/limits.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { PictureField } from '#app/forms/picture-field.tsx';
import { nameProblem, type ChannelDraft } from './channel-draft.ts';

const LOGO = { width: CHANNEL_LOGO_PX, height: CHANNEL_LOGO_PX };
const COVER = { width: CHANNEL_COVER_WIDTH_PX, height: CHANNEL_COVER_HEIGHT_PX };

export interface ChannelFieldsProps {
  draft: ChannelDraft;
  change: (fields: Partial<ChannelDraft>) => void;
  /** Names of the owner's other channels. */
  taken: readonly string[];
  /** The pictures that an existing channel has. */
  current: { logo: string | null; cover: string | null };
}

/** Logo, cover, name and description of a channel. Source: PUB-031, PUB-035, PUB-036; D-123, D-124. */
export function ChannelFields({ draft, change, taken, current }: ChannelFieldsProps) {
  return (
    <>
      <PictureField
        className="channel-form__logo"
        label={channelFormText.logo}
        help={channelFormText.logoHelp}
        chooseLabel={channelFormText.uploadLogo}
        least={LOGO}
        chosen={draft.logo}
        savedUrl={current.logo}
        onChoose={(logo) => change({ logo })}
      />
      <PictureField
        label={channelFormText.cover}
        help={channelFormText.coverHelp}
        chooseLabel={channelFormText.uploadCover}
        least={COVER}
        chosen={draft.cover}
        savedUrl={current.cover}
        onChoose={(cover) => change({ cover })}
      />
      <Field
        label={channelFormText.name}
        value={draft.name}
        error={nameProblem(draft.name, taken)}
        maxLength={CHANNEL_NAME_MAX}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label={channelFormText.about}
        optional
        value={draft.description}
        maxLength={DESCRIPTION_MAX}
        onChange={({ target }) => change({ description: target.value })}
      />
    </>
  );
}
