import { useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { newId } from '#contract/ids.ts';
import { PLAYLIST_TITLE_MAX } from '#contract/limits.ts';
import { createPlaylist } from '#contract/playlists.ts';
import type { Scope } from '#contract/ids.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { publishText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { mergeRefs } from '#ui/merge-refs.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useAct } from '../data/use-act.ts';
import { PlaylistCoverField } from './playlist-cover.tsx';
import { playlistTitleProblem } from './playlist-title.ts';
import { useContractForm } from './use-contract-form.ts';
import './name-sheet.css';

export interface NewPlaylistProps {
  channel: { id: string; scope: Scope };
  /** Titles of the channel's playlists. */
  taken: readonly string[];
  /** What a refused change had: the sheet starts with it. */
  initial?: { title: string; coverImage: string | null } | undefined;
  open: boolean;
  onClose: () => void;
  onSaved?: (() => void) | undefined;
}

const Titled = v.object({ title: v.pipe(v.string(), v.trim()) });

/** Creates a playlist on an own channel: title, and a cover if the person wants one. Source: D-128. */
export function NewPlaylist({ channel, taken, initial, open, onClose, onSaved }: NewPlaylistProps) {
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const act = useAct();
  const [cover, setCover] = useState(initial?.coverImage ?? null);
  const { register, errors, submit } = useContractForm({
    schema: Titled,
    check: ({ title }) => Promise.resolve({ title: playlistTitleProblem(title, taken) }),
    values: { title: initial?.title ?? '' },
    mode: 'onSubmit',
    send: async ({ title }) => {
      const { id: channelId, scope } = channel;
      await act(
        createPlaylist,
        { id: newId(), channelId, title, ...(cover !== null && { coverImage: cover }) },
        { scope, files: cover === null ? [] : [cover] },
      );
      onSaved?.();
      onClose();
    },
  });
  const { ref, ...title } = register('title');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={playlistText.create}
      initialFocus={field}
      footer={
        <Button type="submit" form={form} block>
          {playlistText.saveNew}
        </Button>
      }
    >
      <form id={form} className="name-sheet stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={mergeRefs(field, ref)}
          label={publishText.playlistName}
          error={errors.title?.message}
          maxLength={PLAYLIST_TITLE_MAX}
          autoComplete="off"
          {...title}
        />
        <PlaylistCoverField currentUrl={undefined} onChange={setCover} />
      </form>
    </Sheet>
  );
}
