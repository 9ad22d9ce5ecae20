import type { Call } from '#contract/call.ts';
import {
  searchAll,
  searchChannels,
  searchContent,
  searchEducators,
  searchPlaylists,
  searchSports,
} from '#contract/search.ts';
import { SEARCH_CREATORS_PAGE, SEARCH_PAGE } from '#contract/search-limits.ts';
import { searchText } from '#contract/text/search.ts';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { DeviceResults } from './device-results.tsx';
import { KINDS, LABELS, NothingFound, Results, type Asked, type Kind } from './results.tsx';

const CALLS = {
  channels: searchChannels,
  content: searchContent,
  playlists: searchPlaylists,
  educators: searchEducators,
  sports: searchSports,
} as const;

/** An answer this young is not asked for again, ms: Back shows results at once, as they were. */
const FRESH_MS = 60_000;

function Corrected({ text }: { text: string | null }) {
  return text !== null && <Note role="status">{searchText.corrected(text)}</Note>;
}

/** Nothing is kept of this search, and the server did not answer: what the device holds is searched instead. */
const isOnlyHere = ({ answer, error }: Answered<Call>): boolean =>
  answer === undefined && error !== undefined && error.reach !== 'online';

/** The first results of every kind. Source: EXP-020. */
export function AllResults({ q, sportId, hrefOf }: Asked) {
  const answered = useAnswer(searchAll, { q, ...(sportId && { sport_id: sportId }) }, { freshMs: FRESH_MS });
  if (isOnlyHere(answered)) return <DeviceResults q={q} sportId={sportId} kind="all" hrefOf={hrefOf} />;
  return (
    <AnswerView answered={answered} shape="card">
      {(found) => (
        <>
          <Corrected text={found.corrected} />
          {KINDS.every((kind) => found[kind].results.length === 0) && <NothingFound />}
          {KINDS.filter((kind) => found[kind].results.length > 0).map((kind) => (
            <section key={kind}>
              <SectionHeading {...(found[kind].count > found[kind].results.length && { href: hrefOf(kind) })}>
                {LABELS[kind]}
              </SectionHeading>
              <Results kind={kind} found={{ [kind]: found[kind].results }} searched={found.corrected ?? q} />
            </section>
          ))}
        </>
      )}
    </AnswerView>
  );
}

/** The results of one kind, by pages. Source: EXP-021, EXP-022. */
export function KindResults({ q, sportId, kind, hrefOf }: Asked & { kind: Kind }) {
  const limit = kind === 'educators' ? SEARCH_CREATORS_PAGE : SEARCH_PAGE;
  // All five calls have the same input and answer with the rows of their kind.
  const paged = usePagedAnswer(CALLS[kind] as typeof searchContent, `${kind} ${sportId ?? ''} ${q}`, (page) => ({
    q,
    limit,
    offset: page * limit,
    ...(sportId && { sport_id: sportId }),
  }));
  if (isOnlyHere(paged.answered)) return <DeviceResults q={q} sportId={sportId} kind={kind} hrefOf={hrefOf} />;
  return (
    <>
      <Corrected text={paged.answered.answer?.corrected ?? null} />
      <AnswerList paged={paged} shape="card" empty={<NothingFound />}>
        {(rows) => <Results kind={kind} found={{ [kind]: rows }} searched={paged.answered.answer?.corrected ?? q} />}
      </AnswerList>
    </>
  );
}
