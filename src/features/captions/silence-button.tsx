import { useEffect, useRef, useState } from 'react';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CutIcon } from '#ui/icons.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { fillCues, type CaptionsDraft } from './captions-draft.ts';
import { cutAtSilence } from './cut-at-silence.ts';
import { NoSoundError, readLevels, type SoundSource } from './read-levels.ts';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

interface SilenceButtonProps {
  /** Undefined while there is no file to hear. */
  source: SoundSource | undefined;
  player: EditorPlayer;
  draft: CaptionsDraft;
  change: DraftHistory['change'];
}

/** Makes empty captions where there is sound and no caption yet; a second press ends it. */
export function SilenceButton({ source, player, draft, change }: SilenceButtonProps) {
  const [percent, setPercent] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ draft, change });
  useEffect(() => {
    latest.current = { draft, change };
  }, [draft, change]);
  useEffect(() => () => running.current?.abort(), []);

  const cut = async (sound: SoundSource) => {
    const stop = new AbortController();
    running.current = stop;
    setPercent(0);
    try {
      const cues = cutAtSilence(
        await readLevels({ ...sound, durationMs: sound.durationMs || player.lengthMs() }, setPercent, stop.signal),
      );
      // What was typed meanwhile stays.
      const now = latest.current;
      if (stop.signal.aborted) return;
      if (cues.length === 0) showToast({ text: captionsText.noSilence });
      else now.change(fillCues(now.draft, cues));
    } catch (error) {
      if (stop.signal.aborted) return;
      showToast({
        text: error instanceof NoSoundError ? captionsText.noSound : captionsText.cutFailed,
        kind: 'failure',
      });
    } finally {
      setPercent(undefined);
    }
  };
  const isRunning = percent !== undefined;
  return (
    <Button
      variant="outline"
      size="m"
      icon={<CutIcon />}
      disabled={!source}
      onClick={() => (isRunning ? running.current?.abort() : source && void cut(source))}
    >
      {isRunning ? captionsText.stopCutting(percent) : captionsText.cutAtSilence}
    </Button>
  );
}
