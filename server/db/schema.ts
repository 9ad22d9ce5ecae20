/**
 * The schema as Kysely sees it. Made by `npm run schema` from a migrated database (make-schema.ts); a test compares them.
 */
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read parsed. */
// oxlint-disable-next-line typescript/no-explicit-any -- each reader knows its shape
export type Json = ColumnType<any, string, string>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above, with a default
export type GeneratedJson = ColumnType<any, string | undefined, string>;
/** Written by a trigger. */
type Stamped = ColumnType<number, never, never>;

export interface AccountEventsTable {
  id: Generated<string>;
  user_id: string;
  kind: string;
  device: Generated<string>;
  created_at: Generated<Date>;
  detail: GeneratedJson;
}

export interface AdminInvitationsTable {
  id: string;
  organization_id: string;
  user_id: string | null;
  email: string | null;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  is_mailed: Generated<boolean>;
  undelivered_at: Date | null;
}

export interface ApplicationDocumentsTable {
  scope: string;
  user_id: string;
  sha256: string;
  object_key: string;
  content_type: string;
  size: number;
  created_at: Date;
}

export interface ApplicationDraftsTable {
  scope: string;
  user_id: string;
  name: string;
  version: number;
  step: string;
  data: Json;
  updated_at: Date;
}

export interface ApplicationQuestionsTable {
  application_type: string;
  id: string;
  category_id: string;
  category: string;
  question: string;
  kind: string;
  tags: GeneratedJson;
  position: number;
}

export interface ApplicationsTable {
  id: string;
  scope: string;
  user_id: string;
  sport_id: string;
  application_type: string;
  status: Generated<string>;
  data: Json;
  answers: Json;
  invitation_code: string | null;
  result: Json | null;
  created_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  reopened_at: Date | null;
}

export interface BlocksTable {
  scope: string;
  version: Stamped;
  user_id: string;
  blocked_id: string;
  created_at: Generated<Date>;
}

export interface CaptionsTable {
  content_id: string;
  language: string;
  scope: string;
  cues: Json;
  words: string;
  bytes: number;
  former: Json | null;
  version: Generated<number>;
  saved_at: Generated<Date>;
}

export interface ChannelFollowersTable {
  channel_id: string;
  followers: number;
}

export interface ChannelsTable {
  id: string;
  scope: string;
  version: Stamped;
  community_id: string;
  sport_id: string;
  parent_id: string | null;
  level: Generated<number>;
  name: string;
  description: Generated<string>;
  logo_image: string | null;
  cover_image: string | null;
  active: Generated<boolean>;
  position: Generated<number>;
  author_id: string;
  created_at: Generated<Date>;
  origin_logo_image: string | null;
  origin_cover_image: string | null;
}

export interface ChaptersTable {
  content_id: string;
  scope: string;
  chapters: Json;
  saved_at: Generated<Date>;
}

export interface CodeUsesTable {
  code: string;
  user_id: string;
  sport_id: string;
  used_at: Date;
}

export interface CommentLikeCountsTable {
  publication_id: string;
  author_id: string;
  likes: number;
}

export interface CommentLikesTable {
  publication_id: string;
  author_id: string;
  user_id: string;
  created_at: Generated<Date>;
}

export interface CommentMentionsTable {
  publication_id: string;
  author_id: string;
  user_id: string;
  username: string;
  created_at: Generated<Date>;
}

export interface CommunitiesTable {
  id: string;
  scope: string;
  sport_id: string;
  application_type: Generated<string>;
  status: Generated<string>;
  created_at: Generated<Date>;
  version: Stamped;
  science_expertise: string | null;
}

export interface CommunityNetworksTable {
  network: string;
  code: string;
  opened_at: Date;
}

export interface ConfirmationCodesTable {
  id: string;
  purpose: string;
  destination: string;
  code_hash: string;
  tries: Generated<number>;
  user_id: string | null;
  reset_token_hash: string | null;
  expires_at: Date;
  verified_at: Date | null;
  used_at: Date | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  failed_at: Date | null;
}

export interface ContactsTable {
  id: string;
  scope: string;
  version: Stamped;
  title: string;
  social_link: string;
  position: Generated<number>;
  created_at: Generated<Date>;
}

export interface ContentsTable {
  id: string;
  scope: string;
  version: Stamped;
  folder_id: string | null;
  title: string;
  filename: string;
  type: string;
  thumbnail: string | null;
  waveform: string | null;
  duration: number | null;
  pages_count: number | null;
  file_size: Generated<number>;
  origin_file_size: number;
  object_key: string | null;
  media_key: string | null;
  sha256: string | null;
  progressive_size: number | null;
  active: Generated<boolean>;
  approved: Generated<boolean>;
  is_reserved: Generated<boolean>;
  encoding_status: Generated<number>;
  encoding_progress: Generated<number>;
  review_status: Generated<string>;
  review_reason: string | null;
  publication_id: string | null;
  created_by: string;
  created_at: Generated<Date>;
  cut_id: string | null;
  cut_from_ms: number | null;
  cut_to_ms: number | null;
  cut_status: number | null;
  cut_progress: Generated<number>;
  cut_reason: string | null;
  next_key: string | null;
  next_filename: string | null;
  next_size: number | null;
  next_sha256: string | null;
  next_room: number | null;
  clips: Json | null;
  better_id: string | null;
  better_progress: Generated<number>;
  minutes_left: number | null;
  cuts: GeneratedJson;
  cut_failed: Generated<boolean>;
  archived_until: Date | null;
}

export interface DataExportsTable {
  id: string;
  scope: string;
  user_id: string;
  state: Generated<string>;
  reason: string | null;
  object_key: string | null;
  size_bytes: number | null;
  left_out: Generated<number>;
  asked_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
}

export interface DevMessagesTable {
  id: Generated<number>;
  kind: string;
  destination: string;
  subject: Generated<string>;
  body: string;
  created_at: Generated<Date>;
}

export interface DevicesTable {
  id: Generated<string>;
  user_id: string;
  session_id: string | null;
  registration_id: string;
  registration_hash: string;
  type: Generated<string>;
  created_at: Generated<Date>;
}

export interface DigestDueTable {
  user_id: string;
  due_at: Date;
}

export interface DigestEntriesTable {
  notification_id: string;
  user_id: string;
  type: string;
  is_pushed: Generated<boolean>;
}

export interface DigestsTable {
  id: string;
  user_id: string;
  notification_ids: string[];
  made_at: Date;
  mailed_at: Date | null;
}

export interface EncodingsTable {
  content_id: string;
  scope: string;
  seconds: number;
  work: number;
  begun_at: Date | null;
  created_at: Generated<Date>;
}

export interface ErasedAccountsTable {
  user_id: string;
  erased_at: Date;
}

export interface ExplainedMovementsTable {
  movement_id: string;
  act_id: string;
}

export interface FeatureFlagsTable {
  name: string;
  is_visible: boolean;
  is_enabled: boolean;
}

export interface FeaturedTable {
  id: Generated<string>;
  channel_id: string | null;
  playlist_id: string | null;
  position: number;
}

export interface FilesTable {
  scope: string;
  sha256: string;
  picture: string;
  content_type: string;
  size: number;
  width: number;
  height: number;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
}

export interface FoldersTable {
  id: string;
  scope: string;
  version: Stamped;
  title: string;
  created_at: Generated<Date>;
}

export interface FollowerDaysTable {
  channel_id: string;
  day: string;
  gained: Generated<number>;
  lost: Generated<number>;
}

export interface FollowsTable {
  user_id: string;
  channel_id: string;
  scope: string;
  version: Stamped;
  followed_at: Generated<Date>;
}

export interface GuardianRequestsTable {
  id: string;
  user_id: string;
  guardian_email: string;
  state: Generated<string>;
  asked_at: Generated<Date>;
  answered_at: Date | null;
  withdrawn_at: Date | null;
  ask_hash: string | null;
  ask_expires_at: Date;
  withdraw_hash: string | null;
  undelivered_at: Date | null;
}

export interface GuestSupportRequestsTable {
  id: string;
  topic: string;
  message: string;
  email: string;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

export interface IdempotencyKeysTable {
  owner: string;
  key: string;
  call: string;
  body_hash: string;
  status: number | null;
  answer: string | null;
  scope_version: number | null;
  created_at: Generated<Date>;
}

export interface InvitationRefusalsTable {
  address_hash: string;
  refused_at: Generated<Date>;
}

export interface InvoiceAttemptsTable {
  id: string;
  invoice_id: string;
  amount: number;
  currency: string;
  customer_id: string;
  card_id: string;
  is_off_session: boolean;
  status: string;
  payment_id: string | null;
  failure_code: string | null;
  failure_message: string | null;
  card_brand: string | null;
  card_last4: string | null;
  refund_state: string | null;
  created_at: Date;
  decided_at: Date | null;
}

export interface InvoiceItemsTable {
  id: string;
  invoice_id: string | null;
  user_id: string | null;
  subscription_id: string;
  sport_id: string | null;
  sport_name: string;
  period_start: Date;
  period_end: Date;
  full_amount: number;
  discount_amount: number;
  code: string | null;
  reason: string;
  is_void: Generated<boolean>;
}

export interface InvoiceMovementsTable {
  id: string;
  invoice_id: string;
  attempt_id: string;
  kind: string;
  amount: number;
  fee: number;
  net: number;
  currency: string;
  at: Date;
  accrued_on: string | null;
}

export interface InvoiceTaxesTable {
  invoice_id: string;
  position: number;
  type: string;
  amount: number;
  percentage: number;
}

export interface InvoicesTable {
  id: string;
  number: Generated<string>;
  user_id: string | null;
  kind: string;
  currency: string;
  status: string;
  subtotal: number;
  tax: number;
  debt: number;
  total: number;
  carried_to: string | null;
  request_key: string | null;
  created_at: Date;
  paid_at: Date | null;
  failed_at: Date | null;
  next_attempt_at: Date | null;
  plan_scope: string | null;
}

export interface LedgerAccountsTable {
  id: Generated<string>;
  kind: string;
  user_id: string | null;
  currency: string;
  balance: Generated<number>;
  creator_scope: string | null;
}

export interface LedgerEntriesTable {
  id: string;
  idempotency_key: string;
  body_hash: string;
  cause: string;
  reason: string;
  reverses: string | null;
  occurred_at: Date;
  created_at: Generated<Date>;
}

export interface LedgerLinesTable {
  entry_id: string;
  position: number;
  account_id: string;
  amount: number;
  currency: string;
}

export interface MigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
}

export interface NotificationsTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string;
  recipient_type: string;
  kind: string;
  cause: string;
  title: string;
  text: string;
  image: string | null;
  link: string | null;
  link_title: string | null;
  is_read: Generated<boolean>;
  sent_at: Generated<Date>;
  sport_id: string | null;
}

export interface OperatorActsTable {
  id: string;
  actor_id: string | null;
  act: string;
  subject_kind: string;
  subject_id: string;
  reason: string;
  detail: GeneratedJson;
  done_at: Date;
}

export interface OrganizationAdminsTable {
  organization_id: string;
  user_id: string;
  role: string;
}

export interface OrganizationsTable {
  id: string;
  name: string;
  status: Generated<string>;
  first_time: Generated<boolean>;
  created_at: Generated<Date>;
  registered_by: string | null;
  sports: Generated<string[]>;
  registration: Json | null;
  is_described: Generated<boolean>;
  needs_library: Generated<boolean>;
  library_copied_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
}

export interface PageBlocksTable {
  page_name: string;
  id: string;
  position: number;
  item_type: string;
  name: string;
  answer: string | null;
  parent_id: string | null;
  media: GeneratedJson;
}

export interface PageTextsTable {
  name: string;
  text: string;
}

export interface PagesTable {
  name: string;
  title: string;
  html: string;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  is_synced: boolean;
  created_at: Generated<Date>;
  used_at: Date | null;
}

export interface PaymentCursorsTable {
  name: string;
  cursor: string;
  updated_at: Date;
}

export interface PaymentCustomersTable {
  user_id: string;
  customer_id: string;
  created_at: Generated<Date>;
}

export interface PaymentEventsTable {
  id: string;
  type: string;
  object_id: string;
  object_kind: string;
  payment_id: string | null;
  created_at: Date;
  received_at: Date;
  source: string;
  handled_at: Date | null;
  outcome: string | null;
}

export interface PaymentMethodsTable {
  id: string;
  user_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string | null;
  address: Json | null;
  is_default: Generated<boolean>;
  error_code: string | null;
  replaced_by: string | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface PaymentReconciliationsTable {
  id: string;
  started_at: Date;
  finished_at: Date;
  events: number;
  missed_events: number;
  movements: number;
  mismatches: GeneratedJson;
}

export interface PaymentSetupsTable {
  id: string;
  user_id: string;
  replaces: string | null;
  created_at: Generated<Date>;
}

export interface PayoutCountriesTable {
  code: string;
  is_enabled: Generated<boolean>;
}

export interface PayoutsTable {
  id: string;
  scope: string;
  user_id: string | null;
  request_key: string | null;
  account_id: string;
  bank_last4: string | null;
  amount_cents: number;
  fee_cents: number;
  currency: string;
  status: string;
  provider_id: string | null;
  failure_code: string | null;
  created_at: Date;
  decided_at: Date | null;
  check_at: Date | null;
}

export interface PlaylistsTable {
  id: string;
  scope: string;
  version: Stamped;
  channel_id: string;
  title: string;
  cover_image: string | null;
  position: Generated<number>;
  created_at: Generated<Date>;
}

export interface ProfilesTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string | null;
  organization_id: string | null;
  completeness: Generated<number>;
  origin_photo: string | null;
  banner_image: string | null;
  origin_banner_image: string | null;
  gender_choice: string | null;
  gender: string | null;
  date_of_birth: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  about_me: string | null;
  birth_city: string | null;
  birth_state: string | null;
  birth_country: string | null;
  height: number | null;
  units_for_height: string | null;
  weight: number | null;
  units_for_weight: string | null;
  primary_spoken_language: string | null;
  secondary_spoken_languages: Generated<string[]>;
  web_site: string | null;
  description: string | null;
  logo_image: string | null;
  visibility: GeneratedJson;
}

export interface PublicationStatsTable {
  publication_id: string;
  views: Generated<number>;
  ratings: Generated<number>;
  relevance: Generated<number>;
  helpful: Generated<number>;
  engaging: Generated<number>;
}

export interface PublicationsTable {
  id: string;
  scope: string;
  version: Stamped;
  content_id: string | null;
  channel_id: string;
  playlist_id: string | null;
  playlist_position: Generated<number>;
  title: string;
  description: Generated<string>;
  cover_image: string | null;
  origin_cover_image: string | null;
  cover_background: string | null;
  custom_tags: Generated<string[]>;
  tag_profile_id: string | null;
  tag_item_ids: Generated<string[]>;
  pricing: string;
  is_live: Generated<boolean>;
  is_deleted: Generated<boolean>;
  announced_at: Date | null;
  published_by: string;
  published_at: Generated<Date>;
  sport_id: Generated<string>;
  publish_at: Date | null;
  held_at: Date | null;
  removed_at: Date | null;
  removal_reason: string | null;
  removed_live: boolean | null;
}

export interface RateLimitsTable {
  key: string;
  tokens: number;
  refilled_at: Generated<Date>;
}

export interface RatingsTable {
  publication_id: string;
  user_id: string;
  scope: string;
  version: Stamped;
  relevance: number;
  helpful: number;
  engaging: number;
  comment: string | null;
  updated_at: Generated<Date>;
  answer: string | null;
  answered_at: Date | null;
  hidden_at: Date | null;
  removed_at: Date | null;
}

export interface ReachDaysTable {
  publication_id: string;
  day: string;
  reached: number[];
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: Date | null;
}

export interface RedeemedCodesTable {
  user_id: string;
  code: string;
  redeemed_at: Generated<Date>;
}

export interface RepeatableTable {
  sha256: string;
  version: string;
  views: string[];
  functions: string[];
  applied_at: Generated<Date>;
}

export interface ReportsTable {
  id: string;
  kind: string;
  publication_id: string | null;
  person_id: string | null;
  reporter_id: string;
  reason: string;
  text: Generated<string>;
  seen: Json;
  created_at: Generated<Date>;
  sent_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision: string | null;
  decision_reason: string | null;
}

export interface RevenueChannelDaysTable {
  day: string;
  sport_id: string;
  channel_id: string;
  publications: number;
  views: number;
}

export interface RevenueDaysTable {
  day: string;
  accrued_at: Date;
}

export interface RevenueEntriesTable {
  id: string;
  scope: string;
  day: string;
  type: string;
  amount_cents: number;
  channel_id: string | null;
  created_at: Generated<Date>;
  sport_id: string | null;
  is_taken_back: Generated<boolean>;
  payout_id: string | null;
  left_cents: number | null;
}

export interface RevenueFeeDaysTable {
  day: string;
  sport_id: string;
  scope: string;
  type: string;
  code: string;
  unit: string;
  value: number;
  payments: number;
  received: number;
  amount: number;
}

export interface RevenuePeriodsTable {
  scope: string;
  period: string;
  starts: string;
  channel_id: string | null;
  sport_id: string | null;
  type: string;
  amount_cents: number;
  entries: number;
}

export interface RevenueReferralsTable {
  item_id: string;
  scope: string;
  code: string;
  type: string;
  unit: string;
  value: number;
  since: string;
}

export interface RevenueSportDaysTable {
  day: string;
  sport_id: string;
  received: number;
  given_back: number;
  platform: number;
  publishing: number;
  views: number;
  publishing_brought: number;
  views_brought: number;
  publishing_shared: number;
  views_shared: number;
  publishing_carried: number;
  views_carried: number;
  taken_back: number;
  all_publications: number;
  all_views: number;
}

export interface SandboxAccountsTable {
  id: string;
  country: string;
  is_ready: Generated<boolean>;
  last4: string | null;
  behaviour: string | null;
  created_at: Date;
}

export interface SandboxCardsTable {
  id: string;
  customer_id: string | null;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  behaviour: string;
  address: Json | null;
  created_at: Date;
}

export interface SandboxCustomersTable {
  id: string;
  created_at: Date;
}

export interface SandboxDisputesTable {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  created_at: Date;
}

export interface SandboxEventsTable {
  seq: Generated<number>;
  id: string;
  type: string;
  object_id: string;
  object_kind: string;
  payment_id: string | null;
  created_at: Date;
}

export interface SandboxKeysTable {
  key: string;
  params_hash: string;
  answer: string;
  created_at: Date;
}

export interface SandboxLinksTable {
  id: string;
  account_id: string;
  expires_at: Date;
  bank_number: string | null;
}

export interface SandboxMovementsTable {
  seq: Generated<number>;
  id: string;
  kind: string;
  amount: number;
  fee: number;
  currency: string;
  source_id: string;
  payment_id: string | null;
  created_at: Date;
}

export interface SandboxPaymentsTable {
  id: string;
  client_secret: string;
  customer_id: string;
  card_id: string | null;
  amount: number;
  currency: string;
  description: string;
  metadata: Json;
  status: string;
  failure_code: string | null;
  failure_message: string | null;
  refunded: Generated<number>;
  created_at: Date;
}

export interface SandboxPayoutsTable {
  id: string;
  account_id: string;
  amount: number;
  currency: string;
  status: string;
  failure_code: string | null;
  is_taken_back: Generated<boolean>;
  metadata: Json;
  created_at: Date;
}

export interface SandboxRefundsTable {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  metadata: Json;
  created_at: Date;
}

export interface SandboxSetupsTable {
  id: string;
  client_secret: string;
  customer_id: string;
  status: string;
  card_id: string | null;
  created_at: Date;
}

export interface ScienceAreasTable {
  id: string;
  name: string;
  position: number;
}

export interface ScienceEducationsTable {
  id: string;
  area_id: string;
  name: string;
  based_on: string;
  position: number;
}

export interface ScopeVersionsTable {
  scope: string;
  version: number;
  raised_by: string;
  floor: Generated<number>;
}

export interface SearchDocumentsTable {
  kind: string;
  id: string;
  title: string;
  folded: string;
  words: string;
  boost: Generated<number>;
}

export interface SearchHistoryTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string;
  text: string;
  searched_at: Generated<Date>;
}

export interface SearchPassagesTable {
  publication_id: string;
  language: string;
  place: number;
  version: number;
  sport_id: string;
  first_cue: number;
  last_cue: number;
  words: string;
}

export interface SearchWordsTable {
  word: string;
  documents: number;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  generation: Generated<number>;
  expires_at: Date;
  revoked_at: Date | null;
  user_agent: Generated<string>;
  created_at: Generated<Date>;
  attempt_hash: string | null;
  is_reused: Generated<boolean>;
  last_seen_at: Generated<Date>;
  network: string | null;
  operator_id: string | null;
}

export interface ShareableCodesTable {
  code: string;
  kind: string;
  sender_id: string | null;
  recipient_type: string;
  program: Json;
  is_active: Generated<boolean>;
  expires_at: Date | null;
  sports: Generated<string[]>;
  max_uses: number | null;
  id: Generated<string>;
  created_at: Generated<Date>;
  email: string | null;
  phone_number: string | null;
  sport_id: string | null;
  starts_at: Date | null;
  joined_at: Date | null;
  cancelled_at: Date | null;
  deleted_at: Date | null;
  sends_asked: Generated<number>;
  sends_done: Generated<number>;
  is_refused: Generated<boolean>;
  reminders: Generated<number>;
  reminded_at: Date | null;
  is_custom: Generated<boolean>;
  fee_unit: string | null;
  fee_value: number | null;
  is_held: Generated<boolean>;
  undelivered_at: Date | null;
}

export interface SignInChallengesTable {
  id: string;
  purpose: string;
  user_id: string | null;
  value_hash: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface SportBioAnswersTable {
  id: string;
  scope: string;
  version: Stamped;
  sport_id: string;
  question_id: string;
  answer: string;
}

export interface SportBioQuestionsTable {
  sport_id: string;
  id: string;
  question: string;
  position: number;
}

export interface SportInterestsTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string | null;
  sport_id: string;
  involvement: Json;
  position: Generated<number>;
  is_active: Generated<boolean>;
}

export interface SportLevelsTable {
  id: string;
  name: string;
}

export interface SportRoleLevelsTable {
  role_id: string;
  level_id: string;
  position: number;
}

export interface SportRolesTable {
  id: string;
  name: string;
  position: number;
  rule: string;
}

export interface SportsTable {
  id: string;
  name: string;
  position: number;
  sport_type: string;
  is_active: Generated<boolean>;
}

export interface StorageAccountsTable {
  scope: string;
  size: Generated<number>;
  used: Generated<number>;
  reserved: Generated<number>;
  is_unpaid: Generated<boolean>;
  is_critical_told: Generated<boolean>;
}

export interface StorageCreditsTable {
  plan_id: string;
  attempt_id: string;
  amount: number;
}

export interface StoragePlansTable {
  id: string;
  scope: string;
  user_id: string | null;
  plan_index: number;
  period: string;
  status: string;
  period_start: Date;
  paid_to: Date;
  unpaid_since: Date | null;
  request_key: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface StorageRefundsTable {
  id: string;
  scope: string;
  user_id: string | null;
  change_id: string;
  action: string;
  plan_index: number;
  plan_id: string | null;
  attempt_id: string;
  unused: number;
  tax: number;
  fee: number;
  amount: number;
  state: string;
  provider_id: string | null;
  created_at: Date;
}

export interface SubscriptionsTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string;
  sport_id: string;
  type: string;
  status: string | null;
  canceled_at: Date | null;
  trial_to: Date | null;
  paid_to: Date | null;
  trial_used: Generated<boolean>;
  discount_end_at: Date | null;
  created_at: Generated<Date>;
  code: string | null;
  code_unit: string | null;
  code_value: number | null;
  code_months: number | null;
  consented_at: Date | null;
  suspended_at: Date | null;
  request_key: string | null;
}

export interface SupportRequestsTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string;
  kind: string;
  topic: string;
  message: string;
  screenshot: string | null;
  email: string | null;
  diagnostics: Generated<string>;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

export interface SyncEpochTable {
  epoch: string;
}

export interface TagProfilesTable {
  id: string;
  scope: string;
  version: Stamped;
  title: string;
  items: Json;
  sport_name: string | null;
  position: Generated<number>;
  created_at: Generated<Date>;
}

export interface TombstonesTable {
  scope: string;
  version: number;
  table_name: string;
  id: string;
  deleted_at: Generated<Date>;
}

export interface TwoFactorTable {
  user_id: string;
  secret: string;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

export interface UploadUnitsTable {
  upload_id: string;
  unit: number;
  sha256: Buffer;
}

export interface UploadsTable {
  id: string;
  scope: string;
  user_id: string;
  profile: string;
  filename: string;
  folder_id: string | null;
  length: number;
  state: Generated<string>;
  content_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  is_reserved: Generated<boolean>;
  replaces: string | null;
  room: number | null;
  is_growing: Generated<boolean>;
  clips: Json | null;
}

export interface UsersTable {
  id: string;
  scope: string;
  version: Stamped;
  username: string;
  email: string;
  phone_number: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  user_photo: string | null;
  communication_method: string;
  time_zone: Generated<string>;
  profile_id: string;
  last_role: Generated<string>;
  is_learner: Generated<boolean>;
  is_educator: Generated<boolean>;
  is_organization: Generated<boolean>;
  is_superadmin: Generated<boolean>;
  is_educator_role_available: Generated<boolean>;
  is_registration_complete: Generated<boolean>;
  is_suspended: Generated<boolean>;
  learner_id: Generated<string>;
  educator_id: Generated<string>;
  first_time_learner: Generated<boolean>;
  first_time_educator: Generated<boolean>;
  completeness: Generated<number>;
  notification_settings: GeneratedJson;
  storage_used: Generated<number>;
  storage_size: Generated<number>;
  terms_accepted_at: Date | null;
  terms_versions: GeneratedJson;
  registration_progress: Json | null;
  registration_progress_at: Date | null;
  created_at: Generated<Date>;
  username_changed_at: Date | null;
  email_verified_at: Date | null;
  phone_verified_at: Date | null;
  deleted_at: Date | null;
  deletion: Json | null;
  adult_on: string | null;
  has_guardian_consent: Generated<boolean>;
  age_refused_at: Date | null;
  organization_id: string | null;
  dashboard_widgets: Json | null;
  suspension: Json | null;
  email_unreachable_since: Date | null;
}

export interface VariablesTable {
  name: string;
  value: number;
  unit: string;
}

export interface ViewDaysTable {
  publication_id: string;
  day: string;
  counted: Generated<number>;
  paying: Generated<number>;
  watched_ms: Generated<number>;
  own: Generated<number>;
  repeated: Generated<number>;
  too_short: Generated<number>;
  too_fast: Generated<number>;
  too_many: Generated<number>;
}

export interface ViewPeriodsTable {
  publication_id: string;
  period: string;
  starts: string;
  views: Generated<number>;
  watched_ms: Generated<number>;
}

export interface ViewsTable {
  publication_id: string;
  user_id: string;
  watched_at: Date;
  watched_ms: number;
  counted_at: Generated<Date>;
}

export interface WalletsTable {
  scope: string;
  country: string;
  account_id: string;
  is_completed: Generated<boolean>;
  bank_last4: string | null;
  created_at: Date;
}

export interface WatchPlacesTable {
  scope: string;
  version: Stamped;
  user_id: string;
  publication_id: string;
  position_ms: number;
  watched_at: Date;
  removed_at: Date | null;
  furthest_ms: Generated<number>;
}

export interface ChannelRatingsTable {
  channel_id: string | null;
  rating: number | null;
  views: string | null;
}

export interface ListedPublicationsTable {
  id: string | null;
  channel_id: string | null;
  sport_id: string | null;
  type: string | null;
  pricing: string | null;
  published_at: Date | null;
  playlist_id: string | null;
  playlist_position: number | null;
  scope: string | null;
  avg_total: number | null;
  views: number | null;
  score: string | null;
  item: Json;
}

export interface ListedSportsTable {
  id: string | null;
  name: string | null;
  sport_type: string | null;
  position: number | null;
  is_active: boolean | null;
  row: Json;
}

export interface NotificationRowsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  recipient_type: string | null;
  sent_at: Date | null;
  is_read: boolean | null;
  user_id: string | null;
  notification_id: string | null;
}

export interface OwnBioAnswersTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnBlocksTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnChannelsTable {
  scope: string;
  id: string;
  version: number;
  position: number | null;
  row: Json;
  channel_id: string | null;
  sport_id: string | null;
  active: boolean | null;
  author_id: string | null;
}

export interface OwnCommunitiesTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  community_id: string | null;
  status: string | null;
  created_at: Date | null;
}

export interface OwnContactsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  position: number | null;
  contact_id: string | null;
}

export interface OwnContentsTable {
  scope: string;
  id: string;
  version: number;
  folder_id: string | null;
  created_at: Date | null;
  type: string | null;
  title: string | null;
  filename: string | null;
  publication_id: string | null;
  approved: boolean | null;
  archived_until: Date | null;
  row: Json;
  is_published: boolean | null;
  content_id: string | null;
}

export interface OwnFoldersTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  folder_id: string | null;
  created_at: Date | null;
}

export interface OwnFollowsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnMeTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnNotificationsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  recipient_type: string | null;
  sent_at: Date | null;
  is_read: boolean | null;
  user_id: string | null;
  notification_id: string | null;
}

export interface OwnPicturesTable {
  scope: string | null;
  address: string | null;
}

export interface OwnPlaylistsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  playlist_id: string | null;
  channel_id: string | null;
  position: number | null;
}

export interface OwnProfilesTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  profile_id: string | null;
}

export interface OwnPublicationsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  publication_id: string | null;
  is_deleted: boolean | null;
}

export interface OwnRatingsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  publication_id: string | null;
  user_id: string | null;
}

export interface OwnSearchHistoryTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  entry_id: string | null;
  searched_at: Date | null;
}

export interface OwnSportInterestsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnSubscriptionsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface OwnSupportRequestsTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  request_id: string | null;
}

export interface OwnTagProfilesTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  tag_profile_id: string | null;
  position: number | null;
  created_at: Date | null;
}

export interface OwnWatchPlacesTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
}

export interface ShownPicturesTable {
  address: string | null;
}

export interface Schema {
  account_events: AccountEventsTable;
  admin_invitations: AdminInvitationsTable;
  application_documents: ApplicationDocumentsTable;
  application_drafts: ApplicationDraftsTable;
  application_questions: ApplicationQuestionsTable;
  applications: ApplicationsTable;
  blocks: BlocksTable;
  captions: CaptionsTable;
  channel_followers: ChannelFollowersTable;
  channels: ChannelsTable;
  chapters: ChaptersTable;
  code_uses: CodeUsesTable;
  comment_like_counts: CommentLikeCountsTable;
  comment_likes: CommentLikesTable;
  comment_mentions: CommentMentionsTable;
  communities: CommunitiesTable;
  community_networks: CommunityNetworksTable;
  confirmation_codes: ConfirmationCodesTable;
  contacts: ContactsTable;
  contents: ContentsTable;
  data_exports: DataExportsTable;
  dev_messages: DevMessagesTable;
  devices: DevicesTable;
  digest_due: DigestDueTable;
  digest_entries: DigestEntriesTable;
  digests: DigestsTable;
  encodings: EncodingsTable;
  erased_accounts: ErasedAccountsTable;
  explained_movements: ExplainedMovementsTable;
  feature_flags: FeatureFlagsTable;
  featured: FeaturedTable;
  files: FilesTable;
  folders: FoldersTable;
  follower_days: FollowerDaysTable;
  follows: FollowsTable;
  guardian_requests: GuardianRequestsTable;
  guest_support_requests: GuestSupportRequestsTable;
  idempotency_keys: IdempotencyKeysTable;
  invitation_refusals: InvitationRefusalsTable;
  invoice_attempts: InvoiceAttemptsTable;
  invoice_items: InvoiceItemsTable;
  invoice_movements: InvoiceMovementsTable;
  invoice_taxes: InvoiceTaxesTable;
  invoices: InvoicesTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_lines: LedgerLinesTable;
  migrations: MigrationsTable;
  notifications: NotificationsTable;
  operator_acts: OperatorActsTable;
  organization_admins: OrganizationAdminsTable;
  organizations: OrganizationsTable;
  page_blocks: PageBlocksTable;
  page_texts: PageTextsTable;
  pages: PagesTable;
  passkeys: PasskeysTable;
  payment_cursors: PaymentCursorsTable;
  payment_customers: PaymentCustomersTable;
  payment_events: PaymentEventsTable;
  payment_methods: PaymentMethodsTable;
  payment_reconciliations: PaymentReconciliationsTable;
  payment_setups: PaymentSetupsTable;
  payout_countries: PayoutCountriesTable;
  payouts: PayoutsTable;
  playlists: PlaylistsTable;
  profiles: ProfilesTable;
  publication_stats: PublicationStatsTable;
  publications: PublicationsTable;
  rate_limits: RateLimitsTable;
  ratings: RatingsTable;
  reach_days: ReachDaysTable;
  recovery_codes: RecoveryCodesTable;
  redeemed_codes: RedeemedCodesTable;
  repeatable: RepeatableTable;
  reports: ReportsTable;
  revenue_channel_days: RevenueChannelDaysTable;
  revenue_days: RevenueDaysTable;
  revenue_entries: RevenueEntriesTable;
  revenue_fee_days: RevenueFeeDaysTable;
  revenue_periods: RevenuePeriodsTable;
  revenue_referrals: RevenueReferralsTable;
  revenue_sport_days: RevenueSportDaysTable;
  sandbox_accounts: SandboxAccountsTable;
  sandbox_cards: SandboxCardsTable;
  sandbox_customers: SandboxCustomersTable;
  sandbox_disputes: SandboxDisputesTable;
  sandbox_events: SandboxEventsTable;
  sandbox_keys: SandboxKeysTable;
  sandbox_links: SandboxLinksTable;
  sandbox_movements: SandboxMovementsTable;
  sandbox_payments: SandboxPaymentsTable;
  sandbox_payouts: SandboxPayoutsTable;
  sandbox_refunds: SandboxRefundsTable;
  sandbox_setups: SandboxSetupsTable;
  science_areas: ScienceAreasTable;
  science_educations: ScienceEducationsTable;
  scope_versions: ScopeVersionsTable;
  search_documents: SearchDocumentsTable;
  search_history: SearchHistoryTable;
  search_passages: SearchPassagesTable;
  search_words: SearchWordsTable;
  sessions: SessionsTable;
  shareable_codes: ShareableCodesTable;
  sign_in_challenges: SignInChallengesTable;
  sport_bio_answers: SportBioAnswersTable;
  sport_bio_questions: SportBioQuestionsTable;
  sport_interests: SportInterestsTable;
  sport_levels: SportLevelsTable;
  sport_role_levels: SportRoleLevelsTable;
  sport_roles: SportRolesTable;
  sports: SportsTable;
  storage_accounts: StorageAccountsTable;
  storage_credits: StorageCreditsTable;
  storage_plans: StoragePlansTable;
  storage_refunds: StorageRefundsTable;
  subscriptions: SubscriptionsTable;
  support_requests: SupportRequestsTable;
  sync_epoch: SyncEpochTable;
  tag_profiles: TagProfilesTable;
  tombstones: TombstonesTable;
  two_factor: TwoFactorTable;
  upload_units: UploadUnitsTable;
  uploads: UploadsTable;
  users: UsersTable;
  variables: VariablesTable;
  view_days: ViewDaysTable;
  view_periods: ViewPeriodsTable;
  views: ViewsTable;
  wallets: WalletsTable;
  watch_places: WatchPlacesTable;
  channel_ratings: ChannelRatingsTable;
  listed_publications: ListedPublicationsTable;
  listed_sports: ListedSportsTable;
  notification_rows: NotificationRowsTable;
  own_bio_answers: OwnBioAnswersTable;
  own_blocks: OwnBlocksTable;
  own_channels: OwnChannelsTable;
  own_communities: OwnCommunitiesTable;
  own_contacts: OwnContactsTable;
  own_contents: OwnContentsTable;
  own_folders: OwnFoldersTable;
  own_follows: OwnFollowsTable;
  own_me: OwnMeTable;
  own_notifications: OwnNotificationsTable;
  own_pictures: OwnPicturesTable;
  own_playlists: OwnPlaylistsTable;
  own_profiles: OwnProfilesTable;
  own_publications: OwnPublicationsTable;
  own_ratings: OwnRatingsTable;
  own_search_history: OwnSearchHistoryTable;
  own_sport_interests: OwnSportInterestsTable;
  own_subscriptions: OwnSubscriptionsTable;
  own_support_requests: OwnSupportRequestsTable;
  own_tag_profiles: OwnTagProfilesTable;
  own_watch_places: OwnWatchPlacesTable;
  shown_pictures: ShownPicturesTable;
}
