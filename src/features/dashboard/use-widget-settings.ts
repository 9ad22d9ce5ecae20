import { readFlag } from '#contract/pages.ts';
import { useAnswer } from '#app/data/use-answer.ts';

/** How long a cached flag is not fetched again. Source: D-326. */
const FLAG_FRESH_MS = 5 * 60_000;

/** Whether the widgets can be arranged. Source: DAS-010, D-69. */
export const useWidgetSettings = (): { isOn: boolean; isLoading: boolean } => {
  const { answer, isLoading } = useAnswer(readFlag, { name: 'DashboardWidgetSettings' }, { freshMs: FLAG_FRESH_MS });
  return { isOn: answer?.isVisible === true && answer.isEnabled, isLoading };
};
