import { useState, type ReactNode } from 'react';
import { notificationText } from '#contract/text/notifications-page.ts';
import { Button } from '#ui/buttons/button.tsx';

export interface NotificationGroupProps {
  /** Title of its rows. */
  subject: string;
  /** The newest row. */
  children: ReactNode;
  /** The rows behind it. */
  others: readonly ReactNode[];
}

/** Rows of a list about one subject: the newest, and the others at a tap. Source: decision 0134. */
export function NotificationGroup({ subject, children, others }: NotificationGroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children}
      {others.length > 0 && (
        <li className="notifications__more">
          <Button size="m" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? notificationText.fewer : notificationText.more(others.length)}
            <span className="visually-hidden">{` ${subject}`}</span>
          </Button>
        </li>
      )}
      {isOpen && others}
    </>
  );
}
