import { useState } from 'react';
import { newId } from '#contract/ids.ts';
import { NEW_INTEREST_ID } from '#contract/profiles-sports.ts';
import {
  createSportInterests,
  deleteSportInterests,
  reorderSportInterests,
  updateSportInterests,
} from '#contract/profiles.ts';
import type { SportInterest } from '#contract/rows.ts';
import { listRoleLevels, listSports } from '#contract/sports.ts';
import { commonText } from '#contract/text/common.ts';
import { profileEditText } from '#contract/text/profiles-edit.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { inOrder } from '#ui/lists/in-order.ts';
import { Note } from '#ui/states/note.tsx';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { missingAnswer, NO_ANSWERS } from '#app/forms/role-answers.ts';
import { RoleChoice } from '#app/forms/role-choice.tsx';
import { EditFrame, EditPage, type Act, type EditForm } from './edit-page.tsx';
import { ShowSwitch } from './show-switch.tsx';
import { draftOf, planOf, withItems, type DraftSport, type SportItem } from './sports-plan.ts';
import type { Owner } from './use-edit-start.ts';

const text = profileEditText.sports;
/** How long cached sports are not fetched again; they change rarely. Source: D-326. */
const SPORTS_FRESH_MS = 24 * 3_600_000;

interface Sports {
  sports: readonly DraftSport[];
}

/** Edits the own sports with roles and levels, offline as far as their roles are cached. Source: PRO-066, PRO-068, PRO-069. */
export function MySportsPage() {
  const scope = useScope();
  const rows = useOwnRows((db) => db.sportInterests.where('scope').equals(scope).sortBy('position'), [scope]);
  if (!rows) return <EditFrame title={profileEditText.sections.mySports}>{null}</EditFrame>;
  return <SportsForm rows={rows.filter(({ isActive }) => isActive)} />;
}

const save = async (sports: readonly DraftSport[], base: readonly DraftSport[], { of }: Owner, act: Act) => {
  const { created, removed, changed, order } = planOf(sports, base);
  if (created.length > 0) await act(createSportInterests, { ...of, items: created });
  if (removed.length > 0) await act(deleteSportInterests, { ...of, sport_interest_list: removed });
  if (changed.length > 0) await act(updateSportInterests, { ...of, items: changed });
  if (order) await act(reorderSportInterests, { ...of, sport_interest_list: order });
};

function SportsForm({ rows }: { rows: readonly SportInterest[] }) {
  return (
    <EditPage<Sports>
      section="my-sports"
      title={profileEditText.sections.mySports}
      calls={[createSportInterests.id, updateSportInterests.id]}
      isAbout={() => true}
      refusedFields={({ items }, saved) => ({ sports: withItems(saved.sports, items as SportItem[]) })}
      fields={() => ({ sports: rows.map(draftOf) })}
      check={({ sports }) => ({ sports: sports.find(({ missing }) => missing !== null)?.missing ?? undefined })}
      save={(_changed, { sports, base }, owner, act) => save(sports, base.sports, owner, act)}
    >
      {(form) => <SportFields form={form} />}
    </EditPage>
  );
}

function SportFields({ form }: { form: EditForm<Sports> }) {
  const [isOrdering, setOrdering] = useState(false);
  const { sports } = form.draft;
  const set = (changed: DraftSport) =>
    form.change({ sports: sports.map((sport) => (sport.id === changed.id ? changed : sport)) });
  const problem = form.problem('sports');
  if (isOrdering)
    return (
      <>
        <ReorderList
          label={text.list}
          items={sports.map(({ id, sportName }) => ({ id, title: sportName }))}
          onMove={({ ids }) => form.change({ sports: inOrder(sports, ids) })}
        />
        <Button variant="tonal" size="m" onClick={() => setOrdering(false)}>
          {commonText.done}
        </Button>
      </>
    );
  return (
    <>
      {sports.length === 0 && (
        <EmptyState drawing="quiet" level={2} title={text.none}>
          {text.noneHelp}
        </EmptyState>
      )}
      {sports.map((sport) => (
        <SportCard
          key={sport.id}
          sport={sport}
          onChange={set}
          onRemove={() => form.change({ sports: sports.filter(({ id }) => id !== sport.id) })}
        />
      ))}
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {sports.length > 1 && (
        <Button variant="outline" size="m" onClick={() => setOrdering(true)}>
          {text.reorder}
        </Button>
      )}
      <AddSport form={form} />
      <ShowSwitch flag="sportsInterest" owner={form.owner} />
    </>
  );
}

/** A sport that was removed in this form comes back under its id, with its roles. */
function AddSport({ form }: { form: EditForm<Sports> }) {
  const { answer } = useAnswer(listSports, {}, { freshMs: SPORTS_FRESH_MS });
  const { sports, base } = form.draft;
  const offered = (answer?.results ?? []).filter(({ id }) => !sports.some(({ sportId }) => sportId === id));
  const add = (sportId: string) => {
    const sport = offered.find(({ id }) => id === sportId)!;
    const former = base.sports.find((each) => each.sportId === sportId);
    const added = former ?? {
      id: `${NEW_INTEREST_ID}${newId()}`,
      sportId,
      sportName: sport.name,
      answers: NO_ANSWERS,
      missing: onboardingText.interest.help,
    };
    form.change({ sports: [...sports, added] });
  };
  return (
    <Select
      label={text.add}
      searchable
      help={answer ? undefined : text.noSports}
      disabled={!answer}
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      placeholder={text.choose}
      onChange={add}
    />
  );
}

interface SportCardProps {
  sport: DraftSport;
  onChange: (sport: DraftSport) => void;
  onRemove: () => void;
}

/** A sport with its roles, which open on demand; those of a new sport are open. */
function SportCard({ sport, onChange, onRemove }: SportCardProps) {
  const { sportName, answers } = sport;
  const [isOpen, setOpen] = useState(Object.keys(answers.levels).length === 0);
  return (
    <section className="stack-s">
      <h2 className="t-h3">{sportName}</h2>
      <div className="wrap">
        <Button
          variant="tonal"
          size="m"
          aria-label={text.roles(sportName)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {text.rolesShort}
        </Button>
        <Button variant="ghost" size="m" aria-label={text.remove(sportName)} onClick={onRemove}>
          {text.removeShort}
        </Button>
      </div>
      {isOpen && <Roles sport={sport} onChange={onChange} />}
    </section>
  );
}

function Roles({ sport, onChange }: Omit<SportCardProps, 'onRemove'>) {
  const { answer, isLoading } = useAnswer(listRoleLevels, { sportId: sport.sportId }, { freshMs: SPORTS_FRESH_MS });
  if (!answer) return isLoading ? null : <Note>{text.noRoles}</Note>;
  const roles = answer.results;
  return (
    <fieldset className="stack-s">
      <legend className="visually-hidden">{text.roles(sport.sportName)}</legend>
      {roles.map((role) => (
        <RoleChoice
          key={role.id}
          role={role}
          answers={sport.answers}
          onChange={(answers) => onChange({ ...sport, answers, missing: missingAnswer(roles, answers) ?? null })}
        />
      ))}
    </fieldset>
  );
}
