// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { Selectable } from '../tiles/content-tile.tsx';
import { Dot } from '../tiles/dot.tsx';
import { CheckIcon } from '../icons.ts';
import { QueueBadge } from '../tiles/queue-badge.tsx';
import './list-row.css';

export interface ListRowProps {
  title: ReactNode;
  /** Second line. */
  text?: ReactNode;
  /** Third, quieter line; use a `<time>`. */
  time?: ReactNode;
  /** `Avatar`, `ChannelLogo` or an icon. */
  leading?: ReactNode;
  /** Amount, badge, switch, `RowMenu`. */
  trailing?: ReactNode;
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** Set (true or false) only in lists that distinguish read and unread. */
  unread?: boolean | undefined;
  /** Select mode: the row becomes a checkbox. */
  selectable?: Selectable | undefined;
  queued?: string | boolean | undefined;
  /** `start` aligns the picture with the top, for rows of several lines. */
  align?: 'center' | 'start' | undefined;
  className?: string | undefined;
}

/** One row of a list; use it inside a `RowList`. */
export function ListRow({
  title,
  text,
  time,
  leading,
  trailing,
  href,
  onOpen,
  unread,
  selectable,
  queued,
  align = 'center',
  className,
}: ListRowProps) {
  const id = useId();
  const looks = classNames(
    'list-row',
    align === 'start' && 'list-row--start',
    unread && 'list-row--unread',
    unread === false && 'list-row--read',
    className,
  );
  const words = <Words {...{ id, title, text, time, href, onOpen, queued }} isSelectable={Boolean(selectable)} />;
  if (selectable) {
    return (
      <li>
        <label className={classNames(looks, 'list-row--selectable')}>
          <input
            className="visually-hidden"
            type="checkbox"
            checked={selectable.checked}
            disabled={selectable.disabled}
            aria-labelledby={`${id}t`}
            onChange={(event) => selectable.onChange(event.target.checked)}
          />
          <span className="list-row__box">
            <CheckIcon />
          </span>
          {leading}
          {words}
          {unread && <Dot kind="unread" />}
        </label>
      </li>
    );
  }
  return (
    <li className={looks}>
      {leading}
      {words}
      {unread && <Dot kind="unread" />}
      {trailing && <span className="list-row__trailing">{trailing}</span>}
    </li>
  );
}

interface WordsProps extends Pick<ListRowProps, 'title' | 'text' | 'time' | 'href' | 'onOpen' | 'queued'> {
  id: string;
  isSelectable: boolean;
}

function Words({ id, title, text, time, href, onOpen, queued, isSelectable }: WordsProps) {
  return (
    <span className="list-row__words">
      <span className="list-row__title" id={`${id}t`}>
        {!isSelectable && href !== undefined && (
          <a className="list-row__open" href={href}>
            {title}
          </a>
        )}
        {!isSelectable && href === undefined && onOpen && (
          <button type="button" className="list-row__open" onClick={onOpen}>
            {title}
          </button>
        )}
        {(isSelectable || (href === undefined && !onOpen)) && title}
      </span>
      {text && <span className="list-row__text">{text}</span>}
      {time && <span className="list-row__time">{time}</span>}
      {queued && (
        <span className="list-row__badge">
          <QueueBadge>{queued === true ? undefined : queued}</QueueBadge>
        </span>
      )}
    </span>
  );
}
