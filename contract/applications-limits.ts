/** Limits of applications, each with its unit and source. */

/** Points from which an application is approved at once. Source: D-222. */
export const APPROVAL_POINTS = 60;
/** Days until a denied application can be repeated. Source: D-233. */
export const REPEAT_DAYS = 90;
/** Highest value of a slider question, shown as ‘10+’. Source: APP-045. */
export const SLIDER_MAX = 10;
/** How often a degree level counts. Source: APP-044. */
export const DEGREE_COUNT_MAX = 3;
/** Lengths of a license's title, and of what a person writes instead of a listed education, characters. Source: APP-037, D-332. */
export const TITLE_MIN = 3;
export const TITLE_MAX = 200;
/** Longest license number, characters. Source: APP-038. */
export const LICENSE_NUMBER_MAX = 100;
/** Lengths of the address of a licensing body or an institution, characters. Source: APP-040, APP-042. */
export const WEBSITE_MIN = 5;
export const WEBSITE_MAX = 300;
/** Earliest year of a graduation. Source: D-329. */
export const GRADUATION_FROM = 1940;
/** Most documents of an application, and the size of each, bytes. Source: decision 0088. */
export const DOCUMENTS_MAX = 5;
export const DOCUMENT_MAX_BYTES = 10_000_000;
/** Most drafts of one person, and the size of one as JSON, characters. Source: decision 0088. */
export const DRAFTS_MAX = 20;
export const DRAFT_MAX = 40_000;
/** Lengths of the reason of a decision, characters. Source: decision 0088. */
export const REASON_MIN = 3;
export const REASON_MAX = 1_000;
