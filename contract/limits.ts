/** Limits and constants shared by client and server. Each names its unit and source. */

/** Longest folder title, characters. Source: LIB-030. */
export const FOLDER_TITLE_MAX = 50;
/** Channels and playlists in a page of an Explore section. Source: EXP-010. */
export const EXPLORE_PAGE_SIZE = 25;
/** How long an answer of Explore counts as recent, ms. Source: EXP-013. */
export const EXPLORE_FRESH_MS = 60_000;
/** Channels and playlists that operators feature on Explore: fewer than a page, so that the highest rated have a place. Source: D-197. */
export const FEATURED_MAX = 20;
/** Of a search for what could be featured: characters, and results. */
export const FEATURED_SEARCH_MAX = 100;
export const FEATURED_FOUND_MAX = 20;
/** Lengths of a channel's name, characters. Source: D-123. */
export const CHANNEL_NAME_MIN = 2;
export const CHANNEL_NAME_MAX = 50;
/** Least sizes of a channel's pictures, pixels. Source: D-124, PUB-035. */
export const CHANNEL_LOGO_PX = 320;
export const CHANNEL_COVER_WIDTH_PX = 1372;
export const CHANNEL_COVER_HEIGHT_PX = 392;
/** Deepest level of a subchannel; a channel of this level has none itself. Source: D-126. */
export const CHANNEL_LEVEL_MAX = 2;
/** Lengths of a playlist's title, characters. Source: D-128. */
export const PLAYLIST_TITLE_MIN = 2;
export const PLAYLIST_TITLE_MAX = 50;
/** Most items of a playlist that one call puts in order. Source: D-128. */
export const PLAYLIST_ORDER_MAX = 2000;
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
/** Longest text of a report, characters: that of a comment. Source: decision 0122. */
export const REPORT_TEXT_MAX = COMMENT_MAX;
/** Most comments, contents and people that one person may report within 24 hours. Source: decision 0049, decision 0122. */
export const REPORTS_PER_DAY = 20;
/** Of how many mentions by one person within 24 hours the mentioned people hear. Source: decision 0049. */
export const MENTIONS_PER_DAY = 50;
/** Most comments that one person may like within 24 hours. Source: decision 0049. */
export const COMMENT_LIKES_PER_DAY = 300;
/** Most people whom one person may block. Source: decision 0123. */
export const BLOCKS_MAX = 1000;

/** Most files picked at once. Source: UPL-027. */
export const UPLOAD_FILES_MAX = 5;
/** Most files of chosen folders at once. Source: decision 0041. */
export const UPLOAD_FOLDER_FILES_MAX = 200;
/** A verified and committed piece of a file, bytes. Source: D-105. */
export const UNIT_BYTES = 1_048_576;
/** Units per chunk: the chunk is 3 base units. Source: D-104. */
export const CHUNK_UNITS = [3, 6, 9] as const;
/** Largest picture of a video: pixels, and pixels of one side. Source: decision 0035 and 0046. */
export const MEDIA_PIXELS_MAX = 40_000_000;
export const MEDIA_SIDE_MAX = 8192;
/** Most frames per second of a video: slow motion of phones has 240. Source: decision 0035. */
export const MEDIA_FPS_MAX = 250;
/** Most pages of a PDF. Source: decision 0046. */
export const PDF_PAGES_MAX = 2000;
/** Most clips of one recording: pauses, switches of the camera, interruptions. */
export const RECORDING_CLIPS_MAX = 200;
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

/** Shortest part of a video that an edit keeps, ms. Source: VID-002. */
export const TRIM_MIN_MS = 3_000;
/** Time without a change after which the editor takes a new position, ms. Source: VID-006. */
export const EDITOR_DEBOUNCE_MS = 300;

/** Events per page of the account history. Source: D-324. */
export const HISTORY_PAGE = 25;
/** Days from one change of the username to the next. Source: D-88. */
export const USERNAME_WAIT_DAYS = 30;
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
/** Recovery codes of two-factor sign-in, and passkeys of one person, at most. Source: decision 0056. */
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
/** Resend timers, seconds: the first, and after a resend. Source: ACC-070, ACC-071. */
export const RESEND_FIRST_S = 119;
export const RESEND_AGAIN_S = 59;
/** Access token life, ms. Source: D-322. */
export const ACCESS_TOKEN_LIFE_MS = 15 * 60_000;
/** Refresh token life, ms. Source: D-322. */
export const REFRESH_TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
/** A session ends at this age, however often it is refreshed, ms. Source: D-58. */
export const SESSION_LIFE_MS = 180 * 24 * 3_600_000;
/** How long an operator may be signed in to a person's account. Source: decision 0114. */
export const OPERATOR_SESSION_LIFE_MS = 60 * 60_000;
/** How long a link of log in as admin can be used. Source: D-237. */
export const OPERATOR_LINK_LIFE_MS = 60_000;
/** Lifetime of an idempotency key, ms. Source: D-11. */
export const IDEMPOTENCY_LIFE_MS = 60 * 24 * 3_600_000;
/** A deleted account: days within which that can be undone, and months until it is erased. Source: D-90, PRO-072. */
export const DELETION_UNDO_DAYS = 30;
export const DELETED_KEPT_MONTHS = 12;
/** Archives of all data of a person: days that one can be downloaded, and how many a person may ask for in a day. */
export const EXPORT_DAYS = 7;
export const EXPORTS_PER_DAY = 3;
/** Uploaded files in one archive together, bytes; files beyond it are named in the archive instead. */
export const EXPORT_FILES_MAX_BYTES = 20e9;
/** Life of the link in the mail that asks a guardian, and days until one who refused can be asked again. Source: decision 0065. */
export const GUARDIAN_LINK_DAYS = 7;
export const GUARDIAN_REFUSED_DAYS = 30;
/** Days for which a date of birth below 13 refuses every other one. Source: decision 0074. */
export const AGE_REFUSED_DAYS = 30;
/** Notifications of these last days are on each device, the older ones are read by page. Also in the view own_notifications. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Trial of a Launched sport, days. Source: SUB-004. */
export const TRIAL_DAYS = 14;
/** Signed media address, ms. Source: D-207. */
export const MEDIA_URL_LIFE_MS = 30 * 60_000;
/** Signed upload address, ms. Source: D-323. */
export const UPLOAD_URL_LIFE_MS = 15 * 60_000;
/** Version check, ms. Source: NAV-118. */
export const VERSION_CHECK_MS = 60_000;

/** Invitations that one person sends within a day. Source: D-218. */
export const INVITATIONS_PER_DAY = 50;
/** Invitations that an approved Creator or an organization's administrator sends by lists within a day. Source: decision 0132. */
export const LISTED_INVITATIONS_PER_DAY = 500;
/** People of one list, and of one call that sends a part of it. */
export const INVITE_LIST_MAX = 500;
export const INVITE_BATCH_MAX = 25;
/** Characters of a list: a line of the longest address and a name for each. */
export const INVITE_LIST_CHARS = 100_000;
/** Those of one person that are text messages, which cost money: single ones and those of lists. Source: D-218. */
export const INVITATION_TEXTS_PER_DAY = 20;
/** Reminders of one invitation. Source: D-217. */
export const REMINDERS_PER_INVITATION = 3;
/** Invitations in a page of the list. Source: INV-061. */
export const INVITATIONS_PAGE_SIZE = 25;
/** Administrators in a page of the list, and people in a page of the picker. Source: ADM-033. */
export const ADMINS_PAGE_SIZE = 10;
/** People or addresses that are invited at once to administer an organization. */
export const ADMINS_PER_INVITE = 20;
/** How long after the last key the picker of people searches, ms. Source: ADM-032, D-35. */
export const ADMIN_SEARCH_DEBOUNCE_MS = 500;
