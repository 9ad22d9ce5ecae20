import type { OwnCaptions } from '#contract/captions.ts';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { AddIcon, DeleteIcon, DownloadIcon, RedoIcon, RetryIcon, UndoIcon, UploadIcon } from '#ui/icons.ts';
import { RowMenu, type RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import type { OwnMedia } from '#app/data/read-own-media.ts';
import { formatDate } from '#app/format/format.ts';
import { exportCaptions, importCaptions } from './caption-files.ts';
import { addChapter, addCue, cuesOf, replaceCues, type CaptionsDraft } from './captions-draft.ts';
import type { SoundSource } from './read-levels.ts';
import { RecognizerButton } from './recognizer-button.tsx';
import { SilenceButton } from './silence-button.tsx';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

export interface EditorToolsProps {
  content: OwnMedia;
  before: OwnCaptions;
  part: 'captions' | 'chapters';
  draft: CaptionsDraft;
  history: DraftHistory;
  player: EditorPlayer;
  sound: SoundSource | undefined;
  /** A caption was added and should be written. */
  onAdded: (key: number) => void;
}

/** Undo, redo, add at the position, and what is done to all captions of the language. */
export function EditorTools(props: EditorToolsProps) {
  const { part, draft, history, player, sound, onAdded } = props;
  const add = () => {
    const added = part === 'captions' ? addCue(draft, player.nowMs()) : addChapter(draft, player.nowMs());
    if (!added) return showToast({ text: captionsText.full, kind: 'failure' });
    history.change(added.draft);
    onAdded(added.key);
  };
  return (
    <div className="captions-editor__tools">
      <Button variant="tonal" size="m" icon={<AddIcon />} onClick={add}>
        {part === 'captions' ? captionsText.add : captionsText.addChapter}
      </Button>
      <IconButton
        look="ring"
        label={captionsText.undo}
        icon={<UndoIcon />}
        disabled={!history.undo}
        onClick={history.undo}
      />
      <IconButton
        look="ring"
        label={captionsText.redo}
        icon={<RedoIcon />}
        disabled={!history.redo}
        onClick={history.redo}
      />
      {part === 'captions' && (
        <>
          <LanguageMenu {...props} />
          <SilenceButton source={sound} player={player} draft={draft} change={history.change} />
          <RecognizerButton player={player} draft={draft} change={history.change} />
          <ImportButton draft={draft} history={history} />
        </>
      )}
    </div>
  );
}

/** What is done to all captions of a language. */
function LanguageMenu({ content, before, draft, history }: EditorToolsProps) {
  const cues = cuesOf(draft);
  const saved = before.tracks.find(({ language }) => language === draft.language);
  const download = (format: 'vtt' | 'srt'): RowMenuItem => ({
    label: format === 'vtt' ? captionsText.downloadVtt : captionsText.downloadSrt,
    icon: <DownloadIcon />,
    disabled: cues.length === 0,
    onSelect: () => exportCaptions(content.title, draft.language, cues, format),
  });
  const items: RowMenuItem[] = [
    download('vtt'),
    download('srt'),
    ...(saved?.former
      ? [
          {
            label: captionsText.restore(formatDate(saved.savedAt)),
            icon: <RetryIcon />,
            onSelect: () => {
              history.change(replaceCues(draft, saved.former!));
              showToast({ text: captionsText.restored });
            },
          },
        ]
      : []),
    {
      label: captionsText.removeAll,
      help: captionsText.removeAllHelp,
      icon: <DeleteIcon />,
      danger: true,
      disabled: cues.length === 0,
      onSelect: () => history.change(replaceCues(draft, [])),
    },
  ];
  return <RowMenu name={captionsText.more} items={items} />;
}

function ImportButton({ draft, history }: Pick<EditorToolsProps, 'draft' | 'history'>) {
  const importFile = async ([file]: File[]) => {
    const read = await importCaptions(file!);
    if (read) history.change(replaceCues(draft, read));
  };
  return (
    <FilePicker
      variant="outline"
      size="m"
      icon={<UploadIcon />}
      accept=".vtt,.srt,text/vtt,application/x-subrip"
      onPick={(files) => void importFile(files)}
    >
      {captionsText.importFile}
    </FilePicker>
  );
}
