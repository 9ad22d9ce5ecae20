import { useMemo, useRef, useState } from 'react';
import { deleteCaptions, saveCaptions, saveChapters, type OwnCaptions } from '#contract/captions.ts';
import { cuesAt } from '#contract/captions-cues.ts';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { Note } from '#ui/states/note.tsx';
import { overlaysGone } from '#ui/overlays/overlay-history.ts';
import { Segmented } from '#ui/forms/segmented.tsx';
import { Select } from '#ui/forms/select.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { languageName } from '#app/data/captions.ts';
import type { OwnMedia } from '#app/data/read-own-media.ts';
import { useAct } from '#app/data/use-act.ts';
import { useOwnMedia } from '#app/data/use-own-media.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { goBack } from '#app/navigation/back.ts';
import {
  afterCuts,
  changesOf,
  cuesOf,
  draftOf,
  hasChanges,
  hasEmptyCues,
  tooLong,
  type CaptionChanges,
  type CaptionsDraft,
} from './captions-draft.ts';
import { ChapterList } from './chapter-list.tsx';
import { CueList } from './cue-list.tsx';
import { EditorMedia } from './editor-media.tsx';
import { EditorTools } from './editor-tools.tsx';
import { languageOptions, ownLanguage } from './languages.ts';
import { useDraftHistory } from './use-draft-history.ts';
import { useEditorPlayer } from './use-editor-player.ts';

interface CaptionsEditorProps {
  content: OwnMedia;
  /** As they are saved now. */
  before: OwnCaptions;
  isUnknown: boolean;
  draftKey: string;
  /** What was typed in an earlier visit and not saved. */
  stored: CaptionsDraft | undefined;
}

/** Captions and chapters of one file. What is typed is kept on the device until it is saved. */
export function CaptionsEditor({ content, before, isUnknown, draftKey, stored }: CaptionsEditorProps) {
  const element = useRef<HTMLMediaElement>(null);
  const media = useOwnMedia(content);
  const player = useEditorPlayer(element, media.source.state);
  const unchanged = useMemo(() => draftOf(before, ownLanguage()), [before]);
  const kept = useKeptDraft<{ draft: CaptionsDraft | undefined }>(draftKey, { draft: stored });
  const typed = kept.draft.draft ?? unchanged;
  const draft = useMemo(() => afterCuts(typed, before.cuts ?? []), [typed, before.cuts]);
  const history = useDraftHistory(draft, (next) => kept.change({ draft: next }));
  const [part, setPart] = useState<'captions' | 'chapters'>('captions');
  const [selected, setSelected] = useState<number>();
  const words = cuesAt(cuesOf(draft), player.positionMs)
    .map(({ text }) => text)
    .join('\n');
  const { source } = media;
  const sound =
    source.state === 'ready'
      ? { url: source.url, durationMs: (content.duration ?? 0) * 1000, bytes: content.originFileSize }
      : undefined;
  const shared = { draft, change: history.change, player };
  return (
    <>
      <main id="main" className="page captions-editor">
        <EditorMedia {...{ content, media, element, words }} />
        {isUnknown && !content.isUploading && <Note tone="warn">{captionsText.unknown}</Note>}
        {draft !== typed && <Note tone="info">{captionsText.moved}</Note>}
        <Segmented
          label={captionsText.part}
          options={[
            { value: 'captions', label: captionsText.captions },
            { value: 'chapters', label: captionsText.chapters },
          ]}
          value={part}
          onChange={setPart}
        />
        {part === 'captions' && (
          <Select
            label={captionsText.language}
            options={languageOptions(draft)}
            value={draft.language}
            onChange={(language) => history.change({ ...draft, language })}
            searchable
          />
        )}
        <EditorTools {...shared} {...{ content, before, part, history, sound }} onAdded={setSelected} />
        {part === 'captions' ? (
          <CueList {...shared} selected={selected} onSelect={setSelected} />
        ) : (
          <ChapterList {...shared} />
        )}
      </main>
      <Saving content={content} draft={draft} changes={changesOf(draft, before)} forget={kept.forget} />
    </>
  );
}

interface SavingProps {
  content: OwnMedia;
  draft: CaptionsDraft;
  changes: CaptionChanges;
  forget: () => Promise<void>;
}

const HELP_ID = 'captions-help';

/** Saves what was changed: one queued change for each language, and one for the chapters. */
function Saving({ content: { id, isUploading }, draft, changes, forget }: SavingProps) {
  const act = useAct();
  const [isSaving, setSaving] = useState(false);
  const long = tooLong(changes);
  const canSave = hasChanges(changes) && long.length === 0;
  const isEmptyLeft = hasEmptyCues(draft);
  const save = async () => {
    setSaving(true);
    const { cuts = 0 } = draft;
    const options = { dependsOn: isUploading ? id : null };
    try {
      for (const { language, cues } of changes.saves) await act(saveCaptions, { id, language, cues, cuts }, options);
      for (const language of changes.deletes) await act(deleteCaptions, { id, language }, options);
      if (changes.chapters) await act(saveChapters, { id, chapters: changes.chapters, cuts }, options);
      // Captions without words are not saved: they stay in the draft.
      if (!isEmptyLeft) await forget();
      showToast({ text: isUploading ? captionsText.savedAfterUpload : captionsText.saved, kind: 'success' });
      await overlaysGone();
      goBack();
    } catch {
      // It was reported.
      setSaving(false);
    }
  };
  const help = [
    long.length > 0 ? captionsText.tooLong(long.map(languageName).join(', ')) : undefined,
    isEmptyLeft ? captionsText.emptyLeft : undefined,
    hasChanges(changes) ? captionsText.kept : captionsText.nothing,
  ].find(Boolean);
  return (
    <Dock help={<span id={HELP_ID}>{help}</span>}>
      <Button disabled={!canSave || isSaving} aria-describedby={HELP_ID} onClick={() => void save()}>
        {captionsText.save}
      </Button>
    </Dock>
  );
}
