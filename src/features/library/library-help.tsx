import { libraryHelpText } from '#contract/text/library-help.ts';
import { Accordion, type AccordionItem } from '#ui/lists/accordion.tsx';

const items: AccordionItem[] = [
  ...libraryHelpText.questions.map(({ id, title, answer }) => ({ id, title, content: <p>{answer}</p> })),
  {
    id: 'steps',
    title: libraryHelpText.stepsTitle,
    content: (
      <ol className="library__steps">
        {libraryHelpText.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    ),
  },
];

/** Explains the terms of the Library and how to publish. Source: LIB-011, LIB-012, T-30, T-31. */
export function LibraryHelp() {
  return (
    <section className="library__help" aria-labelledby="library-help">
      <h2 id="library-help" className="t-h3">
        {libraryHelpText.heading}
      </h2>
      <Accordion items={items} />
    </section>
  );
}
