import { useId, type ReactNode } from 'react';
import { ExpandIcon } from '../icons.ts';
import './accordion.css';

export interface AccordionItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** Whether several may be open at once. Default true, so that answers can be compared. */
  multiple?: boolean | undefined;
  /** Ids of the items that are open initially. */
  defaultOpen?: string[] | undefined;
  /** Heading level. Default 3. */
  headingLevel?: 2 | 3 | 4 | undefined;
}

/** Questions that unfold: help, FAQ. Native `<details>`, so that page search also finds closed answers. */
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
