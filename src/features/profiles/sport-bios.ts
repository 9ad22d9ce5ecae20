import { BIO_QUESTIONS_MAX, type SportBio } from '#contract/profiles-bio.ts';
import type { BioAnswer, SportInterest } from '#contract/rows.ts';

/** The short name of a question, for one whose text is not on this device: "favourite-team" is "Favourite team". */
const inWords = (question: string): string => {
  const words = question.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * The own sport bios from rows of this device: the answers, changes that wait to be sent too, with the texts of the
 * questions as far as they were read. Source: PRO-033.
 *
 * @param known The server's bios, which have the texts of all questions.
 */
export const ownBios = (
  sports: readonly SportInterest[],
  answers: readonly BioAnswer[],
  known: readonly SportBio[],
): SportBio[] =>
  sports.map(({ id, sportId, sportName }) => {
    const asked = known.find((bio) => bio.sport_id === sportId);
    const questions = asked?.questions_and_answers ?? [];
    const placeOf = (question: string) => {
      const place = questions.findIndex((each) => each.id === question);
      return place === -1 ? questions.length : place;
    };
    const own = answers
      .filter((row) => row.sportId === sportId)
      .toSorted((a, b) => placeOf(a.question) - placeOf(b.question) || a.question.localeCompare(b.question));
    return {
      id,
      sport_id: sportId,
      sport_name: sportName,
      num_of_questions: asked?.num_of_questions ?? BIO_QUESTIONS_MAX,
      num_of_completed_questions: own.length,
      questions_and_answers: own.map(({ question, answer }) => ({
        id: question,
        question: questions.find((each) => each.id === question)?.question ?? inWords(question),
        answer,
      })),
    };
  });
