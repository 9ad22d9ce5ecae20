import { SEARCH_HISTORY_MAX } from '#contract/search-limits.ts';
import { registerEffects } from '../outbox/actions.ts';

registerEffects('search', {
  // As on the server: a text is once in the history, and only the last ones are kept.
  'search.addToHistory': async (change, { id, searchHistory }, { scope, queuedAt }) => {
    const text = searchHistory.trim();
    const others = (await change.list('searchHistory', scope))
      .filter((each) => each.id !== id)
      .toSorted((a, b) => (a.searchedAt < b.searchedAt ? 1 : -1));
    const same = others.filter((each) => each.searchHistory.toLowerCase() === text.toLowerCase());
    const kept = others.filter((each) => !same.includes(each));
    for (const gone of [...same, ...kept.slice(SEARCH_HISTORY_MAX - 1)]) await change.remove('searchHistory', gone.id);
    await change.put('searchHistory', { id, scope, searchHistory: text, searchedAt: queuedAt });
  },
  'search.removeFromHistory': (change, { id }) => change.remove('searchHistory', id),
});
