import type { RefObject } from 'react';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import type { OwnMedia } from '#app/data/read-own-media.ts';
import type { LoadedSource } from '#app/data/use-own-media.ts';

interface EditorMediaProps {
  content: OwnMedia;
  media: LoadedSource;
  element: RefObject<HTMLMediaElement | null>;
  /** The caption at the position. */
  words: string;
}

const PROBLEMS = {
  offline: captionsText.offline,
  preparing: captionsText.preparing,
  failed: captionsText.notLoaded,
} as const;

/** The player of the editor with the caption below its picture. Without a file the text can be written all the same. */
export function EditorMedia({ content, media: { source, refuse, retry }, element, words }: EditorMediaProps) {
  if (source.state === 'loading') return <div className="captions-editor__media" />;
  if (source.state !== 'ready')
    return (
      <Note
        tone="warn"
        action={
          <Button variant="outline" size="m" onClick={retry}>
            {captionsText.retry}
          </Button>
        }
      >
        {PROBLEMS[source.state]}
      </Note>
    );
  const Media = content.type === 'audio' ? 'audio' : 'video';
  return (
    <div className="captions-editor__media">
      <Media
        key={source.url}
        ref={element as RefObject<HTMLVideoElement & HTMLAudioElement>}
        className="captions-editor__player"
        data-kind={Media}
        src={source.url}
        controls
        playsInline={Media === 'video' ? true : undefined}
        preload="metadata"
        aria-label={captionsText.media(content.title)}
        onError={refuse}
      />
      {words && <p className="captions-editor__words">{words}</p>}
    </div>
  );
}
