import { useId, useState, type FormEvent } from 'react';
import { createPlaylist } from '#contract/playlists.ts';
import { PLAYLIST_TITLE_MAX } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import { publishText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { AddIcon, PlaylistIcon } from '#ui/icons.ts';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useAct } from '#app/data/use-act.ts';
import { playlistTitleProblem } from '#app/forms/playlist-title.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import type { StepProps } from './publish-plan.ts';

/** Chooses one of the channel's playlists, none, or a new one. Source: D-128. */
export function PlaylistPart({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const playlists = useOwnRows(
    async (db) => (draft.channelId ? db.playlists.where('channelId').equals(draft.channelId).sortBy('position') : []),
    [draft.channelId],
  );
  const [isCreating, setCreating] = useState(false);
  return (
    <section className="publish__part" aria-labelledby="publish-playlist">
      <h2 className="t-h3" id="publish-playlist">
        {publishText.steps.playlist}
      </h2>
      <RefusedChanges at="playlists" />
      <RadioGroup label={publishText.playlists} hideLabel>
        <RadioRow
          name="playlist"
          label={publishText.noPlaylist}
          detail={publishText.noPlaylistHelp}
          checked={draft.playlistId === null}
          onChange={() => change({ playlistId: null })}
        />
        {playlists?.map(({ id, title }) => (
          <RadioRow
            key={id}
            name="playlist"
            value={id}
            label={title}
            leading={<PlaylistIcon />}
            checked={draft.playlistId === id}
            onChange={() => change({ playlistId: id })}
          />
        ))}
      </RadioGroup>
      {isCreating ? (
        <NewPlaylist
          channelId={draft.channelId!}
          taken={playlists?.map(({ title }) => title) ?? []}
          onCreated={(playlistId) => {
            change({ playlistId });
            setCreating(false);
          }}
        />
      ) : (
        <Button variant="tonal" size="m" icon={<AddIcon className="icon-s" />} onClick={() => setCreating(true)}>
          {publishText.createPlaylist}
        </Button>
      )}
    </section>
  );
}

function NewPlaylist({
  channelId,
  taken,
  onCreated,
}: {
  channelId: string;
  taken: readonly string[];
  onCreated: (id: string) => void;
}) {
  const form = useId();
  const act = useAct();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = title.trim();
    const wrong = playlistTitleProblem(wanted, taken);
    setError(wrong);
    if (wrong) return;
    const id = newId();
    await act(createPlaylist, { id, channelId, title: wanted });
    onCreated(id);
  };
  return (
    <form id={form} className="publish__inline" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person opened this field
        autoFocus
        label={publishText.playlistName}
        value={title}
        maxLength={PLAYLIST_TITLE_MAX}
        error={error}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" variant="tonal" size="m">
        {publishText.playlistSave}
      </Button>
    </form>
  );
}
