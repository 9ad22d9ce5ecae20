import type { ReactNode } from 'react';
import { Accordion as BaseAccordion } from '@base-ui/react/accordion';
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

/** Questions that unfold: help, FAQ. The browser's page search finds closed answers too. */
export function Accordion({ items, multiple = true, defaultOpen = [], headingLevel = 3 }: AccordionProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <BaseAccordion.Root className="accordion" multiple={multiple} defaultValue={defaultOpen} hiddenUntilFound>
      {items.map(({ id, title, content }) => (
        <BaseAccordion.Item key={id} value={id} className="accordion__item">
          <BaseAccordion.Header className="accordion__heading" render={<Heading />}>
            <BaseAccordion.Trigger className="accordion__trigger">
              <span className="accordion__title">{title}</span>
              <ExpandIcon aria-hidden="true" className="accordion__mark" />
            </BaseAccordion.Trigger>
          </BaseAccordion.Header>
          <BaseAccordion.Panel className="accordion__panel">
            <div className="accordion__content">{content}</div>
          </BaseAccordion.Panel>
        </BaseAccordion.Item>
      ))}
    </BaseAccordion.Root>
  );
}
