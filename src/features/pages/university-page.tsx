import { useState } from 'react';
import { readBlocks } from '#contract/pages.ts';
import { helpText } from '#contract/text/pages-help.ts';
import { Accordion } from '#ui/lists/accordion.tsx';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Select } from '#ui/forms/select.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { findAnswers } from './find-answers.ts';
import './university.css';

const PAGE = { pageName: 'university' };
const FRESH_MS = 3_600_000;
const ALL = 'all';

export interface UniversityFilter {
  search?: string;
  /** Id of a category. */
  category?: string;
}
export interface UniversityPageProps {
  filter: UniversityFilter;
  onFilter: (filter: UniversityFilter) => void;
}

/** Questions and answers with a search and categories. Source: HLP-004…HLP-010. */
export function UniversityPage({ filter, onFilter }: UniversityPageProps) {
  usePageTitle(helpText.university);
  const [search, setSearch] = useState(filter.search ?? '');
  const { category } = filter;
  const show = (next: UniversityFilter) => {
    setSearch(next.search ?? '');
    onFilter(next);
  };
  const answered = useAnswer(readBlocks, PAGE, { freshMs: FRESH_MS });
  return (
    <>
      <AppBar title={answered.answer?.headline ?? helpText.university} back={goBack} />
      <main id="main" className="page stack university">
        <AnswerView answered={answered} shape="row">
          {({ leadText, items }) => {
            const categories = items
              .filter(({ itemType }) => itemType === 'category')
              .map(({ id, name }) => ({ value: id, label: name }));
            const matching = findAnswers(items, search, category);
            return (
              <>
                <p className="t-2">{leadText}</p>
                <SearchField
                  label={helpText.search}
                  value={search}
                  onChange={(event) => show({ ...filter, search: event.target.value })}
                />
                <Select
                  label={helpText.category}
                  options={[{ value: ALL, label: helpText.all }, ...categories]}
                  value={category ?? ALL}
                  onChange={(value) => show({ search, category: value === ALL ? '' : value })}
                />
                <div aria-live="polite" className="university__found">
                  {matching.length === 0 && (
                    <EmptyState
                      drawing="search"
                      title={helpText.nothing}
                      action={
                        <Button size="m" variant="tonal" onClick={() => show({})}>
                          {helpText.clear}
                        </Button>
                      }
                    />
                  )}
                  {matching.map(({ id, name, answers }) => (
                    <section key={id} aria-labelledby={`category-${id}`}>
                      <SectionHeading id={`category-${id}`}>{name}</SectionHeading>
                      <Accordion
                        items={answers.map((answer) => ({
                          id: answer.id,
                          title: answer.name,
                          content: <p>{answer.answer}</p>,
                        }))}
                      />
                    </section>
                  ))}
                </div>
              </>
            );
          }}
        </AnswerView>
      </main>
    </>
  );
}
