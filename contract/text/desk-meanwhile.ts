import type { ProblemDetails } from '../problem-kinds.ts';

const another = 'Another operator';

/** What an operator reads who comes second, by what it was about. Source: decision 0120, decision 0122, decision 0125, decision 0131. */
const sentences: Record<string, (by: string | undefined) => string> = {
  person: (by = another) => `${by} did this meanwhile. Close this and look at the person again.`,
  content: (by = another) =>
    `${by} restored this meanwhile, so it is shown already. Close this and look at the list again.`,
  job: (by) =>
    `${by ? `${by} started this job again meanwhile` : 'This job is tried again already'}, so it was not started twice. Close this: if it fails once more, it comes back to the list.`,
  explained: (by = another) =>
    `${by} marked this difference as explained meanwhile. Close this and read the reason under Explained.`,
  reopened: (by = another) =>
    `${by} opened this difference again meanwhile. Close this and look at it under Open before you explain it.`,
};

/** @param details `about`: what was done, a person by default. `by`: the name of who did it, if known. */
export const doneMeanwhile = ({ about = 'person', by }: ProblemDetails): string =>
  (sentences[about] ?? sentences['person']!)(by === undefined ? undefined : String(by));
