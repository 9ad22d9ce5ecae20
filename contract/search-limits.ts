/** Characters of a text to search for. Source: EXP-024. */
export const SEARCH_TEXT_MAX = 255;
/** Words of a text that are searched for; the rest is ignored. */
export const SEARCH_TERMS_MAX = 8;
/** Results of a kind: in All, of one kind, of Creators. Source: EXP-020…EXP-022. */
export const SEARCH_ALL = 4;
export const SEARCH_PAGE = 25;
export const SEARCH_CREATORS_PAGE = 15;
/** Rows that can be skipped: a search ranks no more (decision 0069). */
export const SEARCH_OFFSET_MAX = 1_000;
/** Different texts in a person's history. Source: D-202. */
export const SEARCH_HISTORY_MAX = 20;
export const SUGGESTIONS_MAX = 8;
/** Wait after the last key before anything is asked, ms. Source: EXP-025. */
export const SEARCH_DEBOUNCE_MS = 300;

/** Of a search for people at the operator's desk, characters. */
export const PEOPLE_SEARCH_MAX = 100;
/** Of a search for codes at the operator's desk, characters. */
export const CODE_SEARCH_MAX = 100;
/** How long after the last key the Library is searched, ms. Source: LIB-033, D-35. */
export const LIBRARY_SEARCH_DEBOUNCE_MS = 500;
