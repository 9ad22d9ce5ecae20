import { supportText as text } from '#contract/text/support.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useLive } from '#app/data/use-live.ts';
import { lastErrors } from '#app/frame/error-report.ts';

/** Most errors of a message, the latest ones. */
const ERRORS_MAX = 10;
/** Longest diagnostics of the call, characters. */
const MOST = 4000;

/** Errors that this device remembers, by code: no names, no texts that the person wrote. */
const readErrors = async (db: AccountDatabase): Promise<string[]> => {
  const [sync, changes, uploads] = await Promise.all([
    db.sync.get('sync'),
    db.outbox.filter(({ problem }) => problem !== null).sortBy('order'),
    db.uploadJobs.where('state').equals('failed').toArray(),
  ]);
  return [
    ...(sync?.failure ? [text.syncError(sync.failure.code)] : []),
    ...changes.map(({ call, problem }) => text.changeError(call, problem!.code)),
    ...uploads.flatMap(({ errorKind }) => (errorKind ? [text.uploadError(errorKind)] : [])),
    ...lastErrors,
  ].slice(-ERRORS_MAX);
};

/** Version, browser and last errors; undefined while they are read. Source: D-170. */
export const useDiagnostics = (): string | undefined => {
  const errors = useLive(readErrors, []);
  return errors && text.diagnostics(__APP_VERSION__, navigator.userAgent, errors).slice(0, MOST);
};
