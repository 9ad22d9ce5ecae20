import type { ReactNode } from 'react';
import FileTextIcon from 'lucide-react/icons/file-text';
import { queueText } from '#contract/text/watch-player.ts';
import { AudioIcon, PlayIcon } from '../icons.ts';
import './queue-list.css';

export interface QueueEntry {
  id: string;
  title: string;
  channelName: string;
  type: 'video' | 'audio' | 'text';
  /** "9:10" or "2 pages". */
  length: string;
  href: string;
}

export interface QueueListProps {
  entries: readonly QueueEntry[];
  /** Renders the cover of one entry: a `Cover` or an `<img>`; it must fill its box. */
  cover: (entry: QueueEntry) => ReactNode;
  /** May call `preventDefault` to let the router navigate. */
  onOpen?: ((entry: QueueEntry, event: React.MouseEvent) => void) | undefined;
  /** More entries may follow, so the end message is hidden. */
  hasMore?: boolean | undefined;
  /** Image above the end message. */
  endArt?: string | undefined;
}

const ICONS = { video: PlayIcon, audio: AudioIcon, text: FileTextIcon };

/** The queue below the player, with a message at its end. The page renders the heading. */
export function QueueList({ entries, cover, onOpen, hasMore, endArt }: QueueListProps) {
  return (
    <>
      <ol className="queue-list">
        {entries.map((entry) => {
          const Icon = ICONS[entry.type];
          return (
            <li key={entry.id}>
              <a className="queue-list__row" href={entry.href} onClick={(event) => onOpen?.(entry, event)}>
                <span className="queue-list__cover">
                  {cover(entry)}
                  <span className="queue-list__tag">
                    <Icon aria-hidden="true" className={entry.type === 'video' ? 'icon-fill' : undefined} />
                    <span className="visually-hidden">{queueText[entry.type]}, </span>
                    {entry.length}
                  </span>
                </span>
                <span className="queue-list__words">
                  <span className="queue-list__title">{entry.title}</span>
                  <span className="queue-list__channel">{entry.channelName}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
      {!hasMore && (
        <div className="queue-list__end">
          {endArt && <img src={endArt} alt="" />}
          <p>{queueText.end}</p>
        </div>
      )}
    </>
  );
}
