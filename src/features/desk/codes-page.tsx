import { useState } from 'react';
import { CODE_KINDS, listDeskCodes, type CodeOfDesk } from '#contract/desk.ts';
import { CODE_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { deskCodesText as text } from '#contract/text/desk-codes.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskAnswer, DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatDay, formatWhen } from '#app/format/format.ts';
import { useDebounced } from '#app/lists/use-debounced.ts';
import { useKept, usePages } from '#app/navigation/entries.ts';
import { CodeChangeSheet, type CodeAct } from './code-change-sheet.tsx';
import { CodeIssueSheet } from './code-issue-sheet.tsx';

const PAGE_SIZE = 25;
/** Only what a new code can be worth. */
const COUNT = { limit: 1, offset: 0 };

const KINDS = ['all', ...CODE_KINDS] as const;
type Kind = (typeof KINDS)[number];

/**
 * Affiliate and promotional codes, found by the code or its Creator: an operator issues them, changes their limits, pauses,
 * activates and deletes them. Source: D-219, D-291, decision 0129.
 *
 * @param find What to search for at first.
 */
export function CodesPage({ find = '' }: { find?: string | undefined }) {
  const [typed, setTyped] = useKept('search', find);
  const [kind, setKind] = useKept<Kind>('kind', 'all');
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS).trim();
  const desk = useDesk(listDeskCodes, [COUNT]);
  // Each code that is issued is read anew.
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ kind: CodeOfDesk['kind']; round: number }>();
  const [isOpen, setOpen] = useState(false);
  const ask = (next: CodeOfDesk['kind']) => {
    setAsked((before) => ({ kind: next, round: (before?.round ?? 0) + 1 }));
    setOpen(true);
  };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {([first]) => (
        <div className="stack">
          <DeskTabs selected="codes" />
          <div className="stack-s">
            <Button variant="outline" onClick={() => ask('promotional')}>
              {text.issuePromotional}
            </Button>
            <Button variant="outline" onClick={() => ask('affiliate')}>
              {text.issueAffiliate}
            </Button>
          </div>
          <SearchField
            label={text.search}
            placeholder={text.searchHint}
            maxLength={CODE_SEARCH_MAX}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ChipFilter
            label={text.filter}
            single
            value={[kind]}
            onChange={([next]) => setKind(next!)}
            options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          />
          <Found key={`list ${round}`} search={search} kind={kind} />
          {asked && (
            <CodeIssueSheet
              key={`new ${asked.round}`}
              kind={asked.kind}
              most={first!.most}
              open={isOpen}
              onClose={() => setOpen(false)}
              reload={() => setRound((n) => n + 1)}
            />
          )}
        </div>
      )}
    </DeskView>
  );
}

interface Asked {
  code: CodeOfDesk;
  act: CodeAct;
  /** How often the operator asked: each time the sheet begins anew. */
  round: number;
}
type Ask = (code: CodeOfDesk, act: CodeAct) => void;

function Found({ search, kind }: { search: string; kind: Kind }) {
  const [pages, more] = usePages(`codes ${kind} ${search}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
    kind,
    ...(search && { search }),
  }));
  const desk = useDesk(listDeskCodes, inputs);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask: Ask = (code, act) => {
    setAsked((before) => ({ code, act, round: (before?.round ?? 0) + 1 }));
    setOpen(true);
  };
  const codes = desk.answers?.flatMap(({ results }) => results) ?? [];
  // As the list shows it now, which may be read again while the sheet is open.
  const code = asked && (codes.find(({ id }) => id === asked.code.id) ?? asked.code);
  return (
    <>
      <DeskAnswer desk={desk}>
        {([first]) =>
          first!.count === 0 ? (
            <EmptyState drawing="search" title={search ? text.noneFound : text.none} />
          ) : (
            <div className="stack">
              <DeskList
                label={text.list}
                counted={text.count(first!.count)}
                count={first!.count}
                rows={codes}
                more={more}
              >
                {(row) => <CodeCard key={row.id} code={row} ask={ask} />}
              </DeskList>
            </div>
          )
        }
      </DeskAnswer>
      {/* Beside the answer: a search that is answered later must not take the question away. */}
      {asked && code && (
        <CodeChangeSheet
          key={asked.round}
          code={code}
          act={asked.act}
          open={isOpen}
          onClose={() => setOpen(false)}
          reload={desk.reload}
        />
      )}
    </>
  );
}

const TONES = {
  Inactive: 'info',
  Active: 'success',
  Expired: 'plain',
  Deleted: 'danger',
  Suspended: 'warn',
} as const;

/** What an operator can do now. A deleted code stays deleted. */
const actsOn = ({ status, isPaused }: CodeOfDesk): CodeAct[] =>
  status === 'Deleted' ? [] : ['limits', isPaused ? 'activate' : 'pause', 'delete'];

const kindOf = ({ kind, isStandard }: CodeOfDesk): string => {
  if (kind === 'promotional') return text.kindOf.promotional;
  return isStandard ? text.kindOf.standard : text.kindOf.custom;
};

function CodeCard({ code, ask }: { code: CodeOfDesk; ask: Ask }) {
  const { codeValue, kind, name, creator, status, used, usageRate, maximumQuantityOfCodes, sports } = code;
  const acts = actsOn(code);
  const fee = text.fee(code);
  return (
    <li className="card stack-s">
      <h2 className="t-strong desk__told">{codeValue}</h2>
      <p className="wrap">
        <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
        <Badge>{kindOf(code)}</Badge>
      </p>
      {kind === 'affiliate' && (
        <p className="desk__told">
          {name}
          {creator && ` · ${text.creator(creator.name, creator.username)}`}
        </p>
      )}
      <Notes code={code} />
      <p>{text.discount(code)}</p>
      {fee && <p>{fee}</p>}
      {code.discountAmountValue > 0 && (
        <>
          <p className="t-small">{sports.length === 0 ? text.allSports : text.onlySports(sports)}</p>
          <p className="t-small">{text.used(used, maximumQuantityOfCodes)}</p>
        </>
      )}
      {kind === 'affiliate' && <p className="t-small">{text.people(usageRate)}</p>}
      <Dates code={code} />
      {acts.length > 0 && (
        <div className="desk__actions">
          {acts.map((act) => (
            <Button
              key={act}
              variant="outline"
              size="m"
              aria-label={text.actOf(text.acts[act].label, codeValue)}
              onClick={() => ask(code, act)}
            >
              {text.acts[act].label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** Why it cannot be used although it is neither over nor deleted. */
function Notes({ code: { kind, status, creator, isPaused, isPausedByCreator } }: { code: CodeOfDesk }) {
  if (status === 'Deleted' || status === 'Expired') return null;
  const notes = [
    isPaused && (kind === 'affiliate' ? text.pausedByOperator : text.paused),
    isPausedByCreator && text.pausedByCreator,
    creator?.state === 'suspended' && text.creatorSuspended,
    creator?.state === 'deleted' && text.creatorDeleted,
    kind === 'affiliate' && status === 'Suspended' && !creator && !isPaused && text.creatorErased,
  ].filter((note) => note !== false);
  return notes.map((note) => <p key={note}>{note}</p>);
}

function Dates({ code: { startDate, expiryDate, creationDate } }: { code: CodeOfDesk }) {
  return (
    <p className="t-small t-2">
      {[
        text.issued(formatWhen(creationDate)),
        startDate && text.starts(formatDay(startDate)),
        expiryDate ? text.ends(formatDay(expiryDate)) : text.noEnd,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
