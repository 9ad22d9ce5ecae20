import { useEffect, useRef, useState } from 'react';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AudioIcon } from '#ui/icons.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { fillCues, type CaptionsDraft } from './captions-draft.ts';
import { canRecognize, recognize } from './recognizer.ts';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

interface RecognizerButtonProps {
  player: EditorPlayer;
  draft: CaptionsDraft;
  change: DraftHistory['change'];
}

/** Drafts captions by the browser's own recognizer while the file plays; not shown where the browser has none. */
export function RecognizerButton({ player, draft, change }: RecognizerButtonProps) {
  const { language } = draft;
  const [known, setKnown] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ draft, change });
  useEffect(() => {
    latest.current = { draft, change };
  }, [draft, change]);
  useEffect(() => {
    let isLeft = false;
    void canRecognize(language).then((can) => !isLeft && can && setKnown(language));
    return () => {
      isLeft = true;
      running.current?.abort();
    };
  }, [language]);
  if (known !== language) return null;

  const listen = async (media: HTMLMediaElement) => {
    const stop = new AbortController();
    running.current = stop;
    setRunning(true);
    try {
      await recognize(
        media,
        language,
        (cues) => latest.current.change(fillCues(latest.current.draft, cues), 'recognizer'),
        stop.signal,
      );
    } catch {
      if (!stop.signal.aborted) showToast({ text: captionsText.draftFailed, kind: 'failure' });
    }
    setRunning(false);
  };
  const press = () => {
    const media = player.element();
    if (isRunning) running.current?.abort();
    else if (media) void listen(media);
    else showToast({ text: captionsText.cutFailed, kind: 'failure' });
  };
  return (
    <Button variant="outline" size="m" icon={<AudioIcon />} onClick={press}>
      {isRunning ? captionsText.stopDraft : captionsText.draftByBrowser}
    </Button>
  );
}
