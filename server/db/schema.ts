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
}

export interface CommunitiesTable {
  id: string;
  scope: string;
  sport_id: string;
  application_type: Generated<string>;
  status: Generated<string>;
  created_at: Generated<Date>;
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

export interface FeatureFlagsTable {
  name: string;
  is_visible: boolean;
  is_enabled: boolean;
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

export interface FollowsTable {
  user_id: string;
  channel_id: string;
  scope: string;
  version: Stamped;
  followed_at: Generated<Date>;
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

export interface RevenueEntriesTable {
  id: string;
  scope: string;
  day: string;
  type: string;
  amount_cents: number;
  channel_id: string | null;
  created_at: Generated<Date>;
}

export interface ScopeVersionsTable {
  scope: string;
  version: number;
  raised_by: string;
  floor: Generated<number>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  generation: Generated<number>;
  expires_at: Date;
  revoked_at: Date | null;
  user_agent: Generated<string>;
  created_at: Generated<Date>;
}

export interface ShareableCodesTable {
  code: string;
  kind: string;
  sender_id: string | null;
  recipient_type: string;
  program: Json;
  is_active: Generated<boolean>;
  expires_at: Date | null;
}

export interface SportInterestsTable {
  id: string;
  scope: string;
  version: Stamped;
  user_id: string;
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
}

export interface VariablesTable {
  name: string;
  value: number;
  unit: string;
}

export interface ViewsTable {
  publication_id: string;
  user_id: string;
  watched_at: Date;
  watched_ms: number;
  counted_at: Generated<Date>;
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

export interface OwnTagProfilesTable {
  scope: string;
  id: string;
  version: number;
  row: Json;
  tag_profile_id: string | null;
  position: number | null;
  created_at: Date | null;
}

export interface ShownPicturesTable {
  address: string | null;
}

export interface Schema {
  account_events: AccountEventsTable;
  channels: ChannelsTable;
  communities: CommunitiesTable;
  confirmation_codes: ConfirmationCodesTable;
  contents: ContentsTable;
  dev_messages: DevMessagesTable;
  devices: DevicesTable;
  feature_flags: FeatureFlagsTable;
  files: FilesTable;
  folders: FoldersTable;
  follows: FollowsTable;
  idempotency_keys: IdempotencyKeysTable;
  migrations: MigrationsTable;
  notifications: NotificationsTable;
  organization_admins: OrganizationAdminsTable;
  organizations: OrganizationsTable;
  page_blocks: PageBlocksTable;
  page_texts: PageTextsTable;
  pages: PagesTable;
  playlists: PlaylistsTable;
  publication_stats: PublicationStatsTable;
  publications: PublicationsTable;
  rate_limits: RateLimitsTable;
  ratings: RatingsTable;
  redeemed_codes: RedeemedCodesTable;
  repeatable: RepeatableTable;
  revenue_entries: RevenueEntriesTable;
  scope_versions: ScopeVersionsTable;
  sessions: SessionsTable;
  shareable_codes: ShareableCodesTable;
  sport_interests: SportInterestsTable;
  sport_levels: SportLevelsTable;
  sport_role_levels: SportRoleLevelsTable;
  sport_roles: SportRolesTable;
  sports: SportsTable;
  storage_accounts: StorageAccountsTable;
  subscriptions: SubscriptionsTable;
  sync_epoch: SyncEpochTable;
  tag_profiles: TagProfilesTable;
  tombstones: TombstonesTable;
  upload_units: UploadUnitsTable;
  uploads: UploadsTable;
  users: UsersTable;
  variables: VariablesTable;
  views: ViewsTable;
  channel_ratings: ChannelRatingsTable;
  listed_publications: ListedPublicationsTable;
  listed_sports: ListedSportsTable;
  notification_rows: NotificationRowsTable;
  own_channels: OwnChannelsTable;
  own_contents: OwnContentsTable;
  own_folders: OwnFoldersTable;
  own_follows: OwnFollowsTable;
  own_me: OwnMeTable;
  own_notifications: OwnNotificationsTable;
  own_pictures: OwnPicturesTable;
  own_playlists: OwnPlaylistsTable;
  own_publications: OwnPublicationsTable;
  own_ratings: OwnRatingsTable;
  own_sport_interests: OwnSportInterestsTable;
  own_subscriptions: OwnSubscriptionsTable;
  own_tag_profiles: OwnTagProfilesTable;
  shown_pictures: ShownPicturesTable;
}
