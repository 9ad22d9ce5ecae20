/** Limits and constants shared by client and server. Each names its unit and source. */

/** Longest folder title, characters. Source: LIB-030. */
export const FOLDER_TITLE_MAX = 50;
/** Longest title of a published content, characters. Source: PUB-050. */
export const PUBLISHED_TITLE_MAX = 50;
/** Longest description of content and channels, characters. Source: D-123, D-131. */
export const DESCRIPTION_MAX = 1000;
/** Most custom tags of one publication. Source: D-131. */
export const CUSTOM_TAGS_MAX = 20;
/** Most items of a tag group. Source: D-98. */
export const TAG_ITEMS_MAX = 30;
/** Longest comment of a rating, characters. Source: D-168. */
export const COMMENT_MAX = 500;

/** Most files picked at once. Source: UPL-027. */
export const UPLOAD_FILES_MAX = 5;
/** A verified and committed piece of a file, bytes. Source: D-105. */
export const UNIT_BYTES = 1_048_576;
/** Units per chunk: the chunk is 3 base units. Source: D-104. */
export const CHUNK_UNITS = [3, 6, 9] as const;
/** Most units that the server takes in one chunk: above CHUNK_UNITS, so that a later build may send larger ones. */
export const CHUNK_UNITS_MAX = 16;
/** Chunks in flight of one file, and of all files together. Source: D-108. */
export const CHUNKS_IN_FLIGHT_PER_FILE = 2;
export const CHUNKS_IN_FLIGHT = 3;
/** Files sent at the same time. Source: D-108. */
export const FILES_IN_FLIGHT = 2;
/** A larger PDF is sent in chunks, bytes. Source: D-111. */
export const PDF_SINGLE_PUT_MAX_BYTES = 3 * UNIT_BYTES;
/** Time without a committed unit after which the connection counts as slow, ms. Source: D-115. */
export const SLOW_CONNECTION_MS = 60_000;
/** Longest wait for one chunk, ms. Source: UPL-043. */
export const CHUNK_TIMEOUT_MS = 300_000;
/** Encoding poll, ms. Source: UPL-009. */
export const ENCODING_POLL_MS = 20_000;
/** Active-status poll of a PDF, ms. Source: UPL-015. */
export const ACTIVE_POLL_MS = 2_000;
/** Review poll, ms. Source: UPL-018, D-28. */
export const REVIEW_POLL_MS = 5_000;
/** Delay before a failed tile shows its error, ms. Source: UPL-058. */
export const ERROR_DELAY_MS = 1_000;
/** Largest picture, bytes. Source: D-124. */
export const PICTURE_MAX_BYTES = 10_000_000;

/** Items per page of paged lists. Source: D-09. */
export const PAGE_SIZE = 20;
/** Items of a home section. Source: D-265. */
export const HOME_SECTION_ITEMS = 10;
/** Suggested sports on home. Source: EXP-004. */
export const HOME_SUGGESTED_SPORTS = 8;
/** Storage counts as critical above this share. Source: DAS-016. */
export const STORAGE_CRITICAL_SHARE = 0.8;

/** Confirmation codes: digits, lifetime ms, wrong tries. Source: D-56. */
export const CODE_DIGITS = 6;
export const CODE_LIFE_MS = 10 * 60_000;
export const CODE_TRIES = 5;
/** Resend timers, seconds: the first, and after a resend. Source: ACC-070, ACC-071. */
export const RESEND_FIRST_S = 119;
export const RESEND_AGAIN_S = 59;
/** Access token life, ms. Source: D-322. */
export const ACCESS_TOKEN_LIFE_MS = 15 * 60_000;
/** Refresh token life, ms. Source: D-322. */
export const REFRESH_TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
/** Lifetime of an idempotency key, ms. Source: D-11. */
export const IDEMPOTENCY_LIFE_MS = 60 * 24 * 3_600_000;
/** Trial of a Launched sport, days. Source: SUB-004. */
export const TRIAL_DAYS = 14;
/** Signed media address, ms. Source: D-323. */
export const MEDIA_URL_LIFE_MS = 4 * 3_600_000;
/** Signed upload address, ms. Source: D-323. */
export const UPLOAD_URL_LIFE_MS = 15 * 60_000;
/** Explore cache, ms. Source: EXP-013. */
export const EXPLORE_CACHE_MS = 60_000;
/** Version check, ms. Source: NAV-118. */
export const VERSION_CHECK_MS = 60_000;
