import { readProgress } from '#contract/registration.ts';
import { listSports } from '#contract/sports.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { draftFromProgress, readDraft, type RegistrationDraft } from './registration-draft.ts';

/** How long cached sports are not fetched again; they change rarely. Source: D-326. */
export const SPORTS_FRESH_MS = 24 * 3_600_000;

/** The answers of an interrupted registration, from this device, else from the server. */
export const useResumable = (): RegistrationDraft | undefined => {
  const local = useLive((db) => readDraft(db).then((draft) => draft ?? null), []);
  const needsServer = local === null || (local !== undefined && local.sport === null);
  const { answer: progress } = useAnswer(readProgress, {}, { isEnabled: needsServer });
  const { answer: sports } = useAnswer(
    listSports,
    {},
    { freshMs: SPORTS_FRESH_MS, isEnabled: needsServer && progress?.saveProgress === true },
  );
  if (local?.sport && (local.flowType === 'learner' || local.applicationType)) return local;
  return needsServer && progress && sports ? draftFromProgress(progress, sports.results) : undefined;
};
