import { newId } from '#contract/ids.ts';
import { BIO_ANSWER_MAX, createBioAnswer, readSportQuestions, updateBioAnswer } from '#contract/profiles.ts';
import type { SportBio } from '#contract/profiles.ts';
import type { BioAnswer } from '#contract/rows.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { EditFrame, EditPage, type Act, type EditForm } from './edit-page.tsx';

/** How long cached questions are not fetched again; they change rarely. Source: D-326. */
const QUESTIONS_FRESH_MS = 24 * 3_600_000;

/** Answers by question; an empty one is none. */
type Answers = Record<string, string>;

/** Answers the questions of one sport. Source: PRO-020, PRO-033, PRO-054, PRO-056; D-85. */
export function SportBioPage({ sportId }: { sportId: string }) {
  const scope = useScope();
  const { answer: bio, isLoading } = useAnswer(readSportQuestions, { sportId }, { freshMs: QUESTIONS_FRESH_MS });
  const rows = useOwnRows((db) => db.bioAnswers.where('scope').equals(scope).toArray(), [scope]);
  if (!bio || !rows)
    return (
      <EditFrame title={text.bio.title}>
        {isLoading || bio ? (
          <Skeleton shape="card" count={1} />
        ) : (
          <EmptyState drawing="offline" level={2} title={text.bio.noQuestions}>
            {text.bio.noQuestionsHelp}
          </EmptyState>
        )}
      </EditFrame>
    );
  return <BioForm bio={bio} stored={rows.filter((row) => row.sportId === sportId)} />;
}

/** One call for each changed answer, so that answers to different questions never overwrite each other. Source: D-85. */
const save = async (changed: Answers, sport_id: string, stored: readonly BioAnswer[], act: Act) => {
  for (const [question, typed] of Object.entries(changed)) {
    const answer = typed.trim();
    if (stored.some((row) => row.question === question)) await act(updateBioAnswer, { sport_id, question, answer });
    else if (answer !== '') await act(createBioAnswer, { id: newId(), sport_id, question, answer });
  }
};

function BioForm({ bio, stored }: { bio: SportBio; stored: readonly BioAnswer[] }) {
  const { sport_id: sportId, sport_name: sportName, questions_and_answers: questions } = bio;
  return (
    <EditPage<Answers>
      section={`sport-bio:${sportId}`}
      title={text.bio.of(sportName)}
      calls={[createBioAnswer.id, updateBioAnswer.id]}
      isAbout={(input) => input['sport_id'] === sportId}
      fields={() =>
        Object.fromEntries(
          questions.map(({ id }) => [id, stored.find(({ question }) => question === id)?.answer ?? '']),
        )
      }
      refusedFields={({ question, answer }) => ({ [String(question)]: String(answer) })}
      check={() => ({})}
      save={(changed, _draft, _owner, act) => save(changed as Answers, sportId, stored, act)}
    >
      {(form) => <BioFields form={form} questions={questions} />}
    </EditPage>
  );
}

interface BioFieldsProps {
  form: EditForm<Answers>;
  questions: SportBio['questions_and_answers'];
}

function BioFields({ form, questions }: BioFieldsProps) {
  const answered = questions.filter(({ id }) => form.draft[id]?.trim()).length;
  return (
    <>
      <div className="stack-s">
        <p role="status">{text.bio.progress(answered, questions.length)}</p>
        <LaneBar
          label={text.bio.progressLabel}
          kind="meter"
          value={Math.floor((100 * answered) / Math.max(1, questions.length))}
        />
      </div>
      {questions.map(({ id, question }) => (
        <TextArea key={id} label={question} optional rows={2} maxLength={BIO_ANSWER_MAX} {...form.text(id)} />
      ))}
    </>
  );
}
