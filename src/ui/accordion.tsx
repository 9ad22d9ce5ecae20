import { useId, type ReactNode } from 'react';
import { ExpandIcon } from './icons.ts';
import './accordion.css';

export interface AccordionItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** Several may be open at once. Default true: answers are compared. */
  multiple?: boolean | undefined;
  /** Ids open at first. */
  defaultOpen?: string[] | undefined;
  /** Level of the headings, for the page's outline. Default 3. */
  headingLevel?: 2 | 3 | 4 | undefined;
}

/** Questions that unfold: help, FAQ. The browser's own: its page search finds closed answers too. */
export function Accordion({ items, multiple = true, defaultOpen = [], headingLevel = 3 }: AccordionProps) {
  const Heading = `h${headingLevel}` as const;
  const group = useId();
  return (
    <div className="accordion">
      {items.map(({ id, title, content }) => (
        <details
          key={id}
          className="accordion__item"
          name={multiple ? undefined : group}
          open={defaultOpen.includes(id)}
        >
          <summary className="accordion__trigger">
            <Heading className="accordion__title">{title}</Heading>
            <ExpandIcon aria-hidden="true" className="accordion__mark" />
          </summary>
          <div className="accordion__content">{content}</div>
        </details>
      ))}
    </div>
  );
}
