import { useState, type ReactNode } from 'react';
import { deskText } from '#contract/text/applications-desk.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useLive } from '#app/data/use-live.ts';
import { DecisionSheet, type Decided, type Decision } from './decision-sheet.tsx';

const { decide: text } = deskText;

/** What is decided about, and how. */
export interface DecisionProps {
  about: 'application' | 'organization';
  id: string;
  /** Name of the sport or the organization, as the mail says it. */
  name: string;
  /** Who reads the reason. */
  person: string;
  /** What the question names. */
  subject: string;
  status: 'pending' | Decided;
  decide: (decision: Decision, key: string) => Promise<unknown>;
  reload: () => void;
  /** The way to the next one that waits, drawn after the decision. */
  next: ReactNode;
  /** Address of the list. */
  list: string;
}

/** The buttons of a decision, and after it the way to the next one. */
export function DecisionSection(props: DecisionProps) {
  const { about, id, status, next, list } = props;
  const key = `desk-${about}-${id}`;
  // null: nothing was typed before.
  const stored = useLive(
    async (db) => ((await db.drafts.get(key))?.value as { reason: string } | undefined) ?? null,
    [key],
  );
  const [asked, setAsked] = useState<{ status: Decided; isOpen: boolean }>();
  const [made, setMade] = useState<Decided>();
  const ask = (decided: Decided) => setAsked({ status: decided, isOpen: true });
  const isPending = status === 'pending' && made === undefined;
  return (
    <section className="stack-s">
      <SectionHeading id="decision">{text.heading}</SectionHeading>
      {made && (
        <Note tone="success" role="status">
          {text[made]}
        </Note>
      )}
      {isPending ? (
        <>
          <p className="t-small t-2">{text.final}</p>
          <div className="desk__actions">
            <Button variant="danger" onClick={() => ask('denied')}>
              {text.deny}
            </Button>
            <Button onClick={() => ask('approved')}>{text.approve}</Button>
          </div>
        </>
      ) : (
        <div className="stack-s">
          {next}
          <Button block variant="outline" href={list}>
            {text.list}
          </Button>
        </div>
      )}
      {asked && stored !== undefined && (
        <DecisionSheet
          {...props}
          draftKey={key}
          initial={stored?.reason ?? ''}
          decided={asked.status}
          open={asked.isOpen}
          onClose={() => setAsked((now) => now && { ...now, isOpen: false })}
          onMade={setMade}
          isMade={made !== undefined}
        />
      )}
    </section>
  );
}
