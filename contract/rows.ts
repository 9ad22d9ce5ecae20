import * as v from 'valibot';
import { Id, Scope, Slug } from './ids.ts';
import { Instant } from './patterns.ts';
import type { OwnTable } from './tables.ts';

/**
 * Rows that a person owns: pulled by the change feed into the local database, one table each, and also the answers of
 * the calls that read or write them. `scope` is their owner.
 */

export const Role = v.picklist(['learner', 'educator', 'organization']);
export type Role = v.InferOutput<typeof Role>;
export const RecipientType = v.picklist(['learner', 'educator']);
export type RecipientType = v.InferOutput<typeof RecipientType>;

export const NOTIFICATION_TYPES = [
  'learnerCommunityNewContent',
  'learnerCommunityNewPost',
  'learnerCommunityNewComment',
  'learnerCommunityNewMention',
  'learnerCommunityNewReaction',
  'educatorCommunityNewComment',
  'educatorCommunityNewMention',
  'educatorCommunityNewReaction',
  'educatorCommunityNewMember',
] as const;
export const FREQUENCIES = [
  'immediately',
  'hours_1',
  'hours_3',
  'hours_6',
  'hours_12',
  'day_1',
  'day_2',
  'day_7',
  'never',
] as const;
export const NotificationType = v.picklist(NOTIFICATION_TYPES);
export const Frequency = v.picklist(FREQUENCIES);
export const NotificationSettings = v.object({
  isEnabled: v.boolean(),
  frequencies: v.record(NotificationType, Frequency),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

/** The signed-in person, for guards, drawer and profile. */
export const Me = v.object({
  id: Id,
  scope: Scope,
  userId: Id,
  profileId: Id,
  firstName: v.string(),
  lastName: v.string(),
  username: v.string(),
  userPhoto: v.nullable(v.string()),
  lastLoginedRole: Role,
  isLearner: v.boolean(),
  isEducator: v.boolean(),
  isOrganization: v.boolean(),
  isEducatorRoleAvailable: v.boolean(),
  isAdmin: v.boolean(),
  isRegistrationComplete: v.boolean(),
  learnerId: v.nullable(Id),
  educatorId: v.nullable(Id),
  organizations: v.array(v.object({ id: Id, name: v.string(), role: v.picklist(['Owner', 'Admin']) })),
  firstTimeLogin: v.object({ learner: v.boolean(), educator: v.boolean(), organization: v.boolean() }),
  completeness: v.number(),
  notificationSettings: NotificationSettings,
  storageUsed: v.number(),
  storageSize: v.number(),
});
export type Me = v.InferOutput<typeof Me>;

export const ContentType = v.picklist(['video', 'audio', 'text']);
export type ContentType = v.InferOutput<typeof ContentType>;
export const PricingCategory = v.picklist(['free', 'member_only']);
export type PricingCategory = v.InferOutput<typeof PricingCategory>;
export const ReviewStatus = v.picklist(['waiting', 'reviewing', 'approved', 'rejected']);

export { ENCODING } from './encoding.ts';

/** A file in the Library. Source: LIB-018. */
export const LibraryContent = v.object({
  id: Id,
  contentId: Id,
  scope: Scope,
  title: v.string(),
  filename: v.string(),
  type: ContentType,
  folderId: v.nullable(Id),
  /** Address of the poster, waveform or first page; null until it exists. */
  thumbnail: v.nullable(v.string()),
  /** Seconds; null for text. */
  duration: v.nullable(v.number()),
  pagesCount: v.nullable(v.number()),
  /** Bytes. */
  fileSize: v.number(),
  originFileSize: v.number(),
  createdAt: Instant,
  isPublished: v.boolean(),
  category: v.nullable(PricingCategory),
  active: v.boolean(),
  approved: v.boolean(),
  encodingStatus: v.number(),
  /** Percent, while encoding. */
  encodingProgress: v.number(),
  reviewStatus: ReviewStatus,
  reviewReason: v.nullable(v.string()),
  published: v.nullable(
    v.object({
      id: Id,
      channelId: Id,
      channelName: v.string(),
      title: v.string(),
      coverImage: v.nullable(v.string()),
      publishedAt: Instant,
      isDeleted: v.boolean(),
    }),
  ),
});
export type LibraryContent = v.InferOutput<typeof LibraryContent>;

export const Folder = v.object({ id: Id, scope: Scope, title: v.string(), createdAt: Instant });
export type Folder = v.InferOutput<typeof Folder>;

export const TagProfile = v.object({
  id: Id,
  scope: Scope,
  title: v.string(),
  tagProfileItems: v.array(v.object({ id: Id, name: v.string(), position: v.number() })),
  sportName: v.nullable(v.string()),
  position: v.number(),
});
export type TagProfile = v.InferOutput<typeof TagProfile>;

export const Channel = v.object({
  id: Id,
  scope: Scope,
  name: v.string(),
  description: v.string(),
  logoImage: v.nullable(v.string()),
  coverImage: v.nullable(v.string()),
  active: v.boolean(),
  hasContent: v.boolean(),
  sportId: Slug,
  sportName: v.string(),
  channelLevel: v.number(),
  parentChannel: v.nullable(Id),
  position: v.number(),
  totalRating: v.nullable(v.number()),
  followers: v.number(),
  educatorName: v.string(),
  educatorUsername: v.string(),
});
export type Channel = v.InferOutput<typeof Channel>;

export const Playlist = v.object({
  id: Id,
  scope: Scope,
  channelId: Id,
  title: v.string(),
  coverImage: v.nullable(v.string()),
  position: v.number(),
});
export type Playlist = v.InferOutput<typeof Playlist>;

/** A content on a channel, as its owner sees it. */
export const Publication = v.object({
  id: Id,
  scope: Scope,
  contentId: Id,
  channelId: Id,
  playlistId: v.nullable(Id),
  type: ContentType,
  title: v.string(),
  description: v.string(),
  coverImage: v.nullable(v.string()),
  coverBackground: v.nullable(v.string()),
  customTags: v.array(v.string()),
  tagProfileId: v.nullable(Id),
  tagsProfileItemsList: v.array(Id),
  pricingCategory: PricingCategory,
  publishedAt: Instant,
  /** False while the content is still being prepared; the server sets it when it is ready. */
  isLive: v.boolean(),
  isDeleted: v.boolean(),
});
export type Publication = v.InferOutput<typeof Publication>;

export const SportType = v.picklist(['Launched', 'Beta', 'WaitList']);
export const SubscriptionType = v.picklist([
  'subscribed',
  'educator',
  'trial',
  'trial-free',
  'beta-free',
  'waitlist',
  'expired',
]);
export const Subscription = v.object({
  id: Id,
  scope: Scope,
  sportId: Slug,
  sportName: v.string(),
  sportType: SportType,
  subscriptionType: SubscriptionType,
  subscriptionStatus: v.nullable(v.picklist(['cancellation', 'payment_error', 'suspended'])),
  subscriptionCanceledAt: v.nullable(Instant),
  subscriptionTrialTo: v.nullable(Instant),
  discountCodeEndAt: v.nullable(Instant),
});
export type Subscription = v.InferOutput<typeof Subscription>;

export const SportInvolvement = v.object({
  role: v.string(),
  participationLevel: v.nullable(v.string()),
  roleName: v.string(),
  participationLevelName: v.nullable(v.string()),
});
export const SportInterest = v.object({
  id: Id,
  scope: Scope,
  sportId: Slug,
  sportName: v.string(),
  sportType: SportType,
  sportInvolvement: v.array(SportInvolvement),
  position: v.number(),
  isActive: v.boolean(),
});
export type SportInterest = v.InferOutput<typeof SportInterest>;

/** Source: NOT-007. */
export const Notification = v.object({
  id: Id,
  scope: Scope,
  recipientType: RecipientType,
  title: v.string(),
  text: v.string(),
  image: v.nullable(v.string()),
  compressedImageUrl: v.nullable(v.string()),
  compressedImage: v.nullable(v.string()),
  imageLink: v.nullable(v.string()),
  link: v.nullable(v.string()),
  linkTitle: v.nullable(v.string()),
  isRead: v.boolean(),
  sendedAt: Instant,
});
export type Notification = v.InferOutput<typeof Notification>;

/** `id` is the channel's id. */
export const Follow = v.object({ id: Id, scope: Scope, followedAt: Instant });
export type Follow = v.InferOutput<typeof Follow>;

export const Stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
export const ContentItemRatings = v.object({ Relevance: Stars, Helpful: Stars, Engaging: Stars });
/** The person's own rating; `id` is the publication's id. */
export const Rating = v.object({
  id: Id,
  scope: Scope,
  contentItemRatings: ContentItemRatings,
  comment: v.nullable(v.string()),
  updatedAt: Instant,
});
export type Rating = v.InferOutput<typeof Rating>;

/** The schema of each synced table's rows (tables.ts). */
export const ownRows = {
  me: Me,
  contents: LibraryContent,
  folders: Folder,
  tagProfiles: TagProfile,
  channels: Channel,
  playlists: Playlist,
  publications: Publication,
  subscriptions: Subscription,
  sportInterests: SportInterest,
  notifications: Notification,
  follows: Follow,
  ratings: Rating,
} as const satisfies Record<OwnTable, v.GenericSchema<{ id: string }, { id: string; scope: string }>>;

export type OwnRow<T extends OwnTable> = v.InferOutput<(typeof ownRows)[T]>;
export type { OwnTable };
