import { useDeferredValue, useState } from 'react';
import type { Captions, Track } from '#contract/captions.ts';
import { hasWords, plainWords, searchWords } from '#contract/captions-cues.ts';
import type { ContentType } from '#contract/rows.ts';
import { transcriptText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { clockTime } from '#ui/player/media-time.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Select } from '#ui/forms/select.tsx';
import { languageName, useCaptionLanguage } from '#app/data/captions.ts';
import './spoken-part.css';

interface SpokenPartProps {
  type: ContentType;
  captions: Captions;
  /** Jumps to a position of the player, ms. */
  onJump: (toMs: number) => void;
}

/** Chapters, and what is said, with a search; a tap jumps there. Below the player of a video or a sound. */
export function SpokenPart({ type, captions: { tracks, chapters }, onJump }: SpokenPartProps) {
  return (
    <>
      {chapters.length > 0 && (
        <section>
          <SectionHeading>{transcriptText.chapters}</SectionHeading>
          <Lines lines={chapters.map(({ startMs, title }) => ({ startMs, text: title }))} onJump={onJump} />
        </section>
      )}
      {tracks.length > 0 && <Transcript type={type} tracks={tracks} onJump={onJump} />}
    </>
  );
}

/** Lines that are shown at first. */
const SHOWN = 100;

function Transcript({ type, tracks, onJump }: { type: ContentType; tracks: Track[]; onJump: (ms: number) => void }) {
  const remembered = useCaptionLanguage();
  const [language, setLanguage] = useState<string>();
  // The text of a sound is all there is to see; that of a video is opened or searched.
  const [isOpen, setOpen] = useState(type === 'audio');
  const [search, setSearch] = useState('');
  const words = searchWords(useDeferredValue(search));
  const track = tracks.find((each) => each.language === (language ?? remembered)) ?? tracks[0]!;
  const found = track.cues.filter(({ text }) => hasWords(plainWords(text), words));
  const isSearching = words.length > 0;
  return (
    <section className="spoken">
      <SectionHeading>{transcriptText.title}</SectionHeading>
      {tracks.length > 1 && (
        <Select
          label={transcriptText.language}
          options={tracks.map((each) => ({ value: each.language, label: languageName(each.language) }))}
          value={track.language}
          onChange={setLanguage}
        />
      )}
      <SearchField
        label={transcriptText.search(type)}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isSearching && <output className="t-small t-2">{transcriptText.found(found.length)}</output>}
      {(isOpen || isSearching) && <Lines key={words.join(' ')} lines={found} onJump={onJump} />}
      {!isSearching && (
        <Button variant="ghost" size="m" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? transcriptText.hide : transcriptText.show}
        </Button>
      )}
    </section>
  );
}

function Lines({
  lines,
  onJump,
}: {
  lines: readonly { startMs: number; text: string }[];
  onJump: (ms: number) => void;
}) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ol className="spoken__lines">
        {lines.slice(0, shown).map(({ startMs, text }, at) => (
          <li key={at}>
            <button type="button" className="spoken__line" onClick={() => onJump(startMs)}>
              <span className="spoken__time">{clockTime(startMs / 1000)}</span>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ol>
      {lines.length > shown && (
        <Button variant="ghost" size="m" onClick={() => setShown(shown + SHOWN)}>
          {transcriptText.more}
        </Button>
      )}
    </>
  );
}
