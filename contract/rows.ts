import * as v from 'valibot';
import { Id, Scope, Slug } from './ids.ts';
import { Instant } from './patterns.ts';
import { BioAnswer, Contact, Profile } from './rows-profiles.ts';
import { SupportRequest } from './rows-support.ts';
import { DashboardWidgets } from './dashboard-widgets.ts';
import { NotificationSettings } from './notification-settings.ts';
import type { OwnTable } from './tables.ts';

export * from './notification-settings.ts';

/**
 * Rows that a person owns: pulled by the change feed into the local database, one table each, and also the answers of
 * the calls that read or write them. `scope` is their owner.
 */

export const Role = v.picklist(['learner', 'educator', 'organization']);
export type Role = v.InferOutput<typeof Role>;
export const RecipientType = v.picklist(['learner', 'educator']);
export type RecipientType = v.InferOutput<typeof RecipientType>;

/** The signed-in person, for guards, drawer and profile. */
export const Me = v.object({
  id: Id,
  scope: Scope,
  userId: Id,
  profileId: Id,
  profiles: v.optional(v.array(v.object({ profileId: Id }))),
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
  /** How codes are sent. Absent in rows that a former build stored, until the next change of the row. */
  communicationMethod: v.optional(v.picklist(['text', 'email'])),
  storageUsed: v.number(),
  storageSize: v.number(),
  /** The day on which the person is 18; null while the date of birth is not known. Servers before this version do not send it. */
  adultOn: v.optional(v.nullable(v.string())),
  hasGuardianConsent: v.optional(v.boolean()),
  /** Null until the person arranges the dashboard. Servers before this version do not send it. */
  dashboardWidgets: v.optional(v.nullable(DashboardWidgets)),
  /** The mail address, shortened to `a***@host`, while it takes no mails; null while it does. As `dashboardWidgets`. */
  unreachableEmail: v.optional(v.nullable(v.string())),
});
export type Me = v.InferOutput<typeof Me>;

export const ContentType = v.picklist(['video', 'audio', 'text']);
export type ContentType = v.InferOutput<typeof ContentType>;
export const PricingCategory = v.picklist(['free', 'member_only']);
export type PricingCategory = v.InferOutput<typeof PricingCategory>;
const ReviewStatus = v.picklist(['waiting', 'reviewing', 'approved', 'rejected']);
export * from './rows-profiles.ts';
export * from './rows-support.ts';
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
  /**
   * The edit, or the new file (`isFile`), that will replace this one, or the last that failed: encoding status, percent, and
   * why it waits or failed. The content stays as it is until then. Servers up to the shipped 1.1.12 never send it.
   */
  trim: v.optional(
    v.nullable(
      v.object({
        status: v.number(),
        progress: v.number(),
        reason: v.nullable(v.string()),
        isFile: v.optional(v.boolean()),
      }),
    ),
  ),
  /** Identity of the file's bytes (D-105), to recognise a duplicate; null while they are on their way. */
  sha256: v.optional(v.nullable(v.string())),
  /** Minutes that its preparation or edit is expected to take, if that is known. Servers before 1.3 never send it. */
  minutesLeft: v.optional(v.nullable(v.number())),
  /** It can be watched, and larger renditions follow: percent of them, 0 while they wait. As `minutesLeft`. */
  better: v.optional(v.nullable(v.object({ progress: v.number() }))),
  /** It is archived for want of room, and deleted then unless it is restored. Servers before 1.4 never send it. Source: D-158. */
  archivedUntil: v.optional(v.nullable(Instant)),
  published: v.nullable(
    v.object({
      id: Id,
      channelId: Id,
      channelName: v.string(),
      title: v.string(),
      coverImage: v.nullable(v.string()),
      publishedAt: Instant,
      isDeleted: v.boolean(),
      /** As of the publication. */
      isHeld: v.optional(v.boolean()),
      /** As of the publication. */
      removedReason: v.optional(v.nullable(v.string())),
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

/** A sport that a Creator or an Organization applied for; channels belong to one. Source: PUB-048, D-136. */
export const Community = v.object({
  id: Id,
  scope: Scope,
  sport: Slug,
  sportName: v.string(),
  /** Its first channel; null if it has none. */
  channel: v.nullable(Id),
  applicationType: v.picklist(['science', 'coaching']),
  /** The field of a science application. */
  applicationSportScienceExpertise: v.nullable(v.string()),
  status: v.picklist(['pending', 'approved', 'denied']),
});
export type Community = v.InferOutput<typeof Community>;

export const Channel = v.object({
  id: Id,
  scope: Scope,
  communityId: Id,
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
  /** Its place in the playlist; null or absent where it has none, or until the server has given it one. */
  playlistPosition: v.optional(v.nullable(v.number())),
  type: ContentType,
  title: v.string(),
  description: v.string(),
  coverImage: v.nullable(v.string()),
  /** The picture that the cover was cut from; null for one that was never cut. */
  originCoverImage: v.nullable(v.string()),
  coverBackground: v.nullable(v.string()),
  customTags: v.array(v.string()),
  tagProfileId: v.nullable(Id),
  tagsProfileItemsList: v.array(Id),
  pricingCategory: PricingCategory,
  /** The planned time while `publishAt` is set. */
  publishedAt: Instant,
  /** The time at which its owner wants it to go live; null: as soon as its content is ready. Null once it is live. */
  publishAt: v.nullable(Instant),
  /** False while the content is still being prepared; the server sets it when it is ready. */
  isLive: v.boolean(),
  /**
   * The edit that it waited for was not made, so it does not go live until its owner says so or an edit is made
   * (decision 0064). Servers before 1.4 never send it.
   */
  isHeld: v.optional(v.boolean()),
  /**
   * Why an operator removed it; null or absent if nobody did. It is not live then, and its content goes on no channel
   * (decision 0122). Servers before 1.4 never send it.
   */
  removedReason: v.optional(v.nullable(v.string())),
  isDeleted: v.boolean(),
});
export type Publication = v.InferOutput<typeof Publication>;

export const SportType = v.picklist(['Launched', 'Beta', 'WaitList']);
const SubscriptionType = v.picklist([
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
  /** The sport it is about, drawn where there is no picture; null if it is about none. */
  sportId: v.nullable(Slug),
  isRead: v.boolean(),
  sendedAt: Instant,
});
export type Notification = v.InferOutput<typeof Notification>;

/** `id` is the channel's id. */
export const Follow = v.object({ id: Id, scope: Scope, followedAt: Instant });
export type Follow = v.InferOutput<typeof Follow>;

const Stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
export const ContentItemRatings = v.object({ Relevance: Stars, Helpful: Stars, Engaging: Stars });
/** The person's own rating; `id` is the publication's id. */
export const Rating = v.object({
  id: Id,
  scope: Scope,
  contentItemRatings: ContentItemRatings,
  comment: v.nullable(v.string()),
  /** The Creator's answer to the comment. Servers up to the shipped 1.1.12 send neither this nor `isHidden`. */
  answer: v.optional(v.nullable(v.object({ text: v.string(), answeredAt: Instant }))),
  /** The Creator has hidden the comment from others. */
  isHidden: v.optional(v.boolean()),
  updatedAt: Instant,
});
export type Rating = v.InferOutput<typeof Rating>;

/** A text that the person searched for. Source: EXP-029, D-202. */
export const SearchEntry = v.object({ id: Id, scope: Scope, searchHistory: v.string(), searchedAt: Instant });
export type SearchEntry = v.InferOutput<typeof SearchEntry>;

/** Where the person stopped in a publication, whose id it has. Source: decision 0076. */
const WatchPlace = v.object({
  id: Id,
  scope: Scope,
  positionMs: v.number(),
  watchedAt: Instant,
  /** When it was taken out of Continue watching. */
  removedAt: v.nullable(Instant),
});
type WatchPlace = v.InferOutput<typeof WatchPlace>;

/** A person whom the person blocks, whose id it has. Source: decision 0123. */
const Block = v.object({
  id: Id,
  scope: Scope,
  name: v.string(),
  userPhoto: v.nullable(v.string()),
  blockedAt: Instant,
});

/** The schema of each synced table's rows (tables.ts). */
export const ownRows = {
  me: Me,
  contents: LibraryContent,
  folders: Folder,
  tagProfiles: TagProfile,
  communities: Community,
  channels: Channel,
  playlists: Playlist,
  publications: Publication,
  subscriptions: Subscription,
  sportInterests: SportInterest,
  notifications: Notification,
  follows: Follow,
  ratings: Rating,
  profiles: Profile,
  contacts: Contact,
  bioAnswers: BioAnswer,
  supportRequests: SupportRequest,
  searchHistory: SearchEntry,
  watchPlaces: WatchPlace,
  blocks: Block,
} as const satisfies Record<OwnTable, v.GenericSchema<{ id: string }, { id: string; scope: string }>>;

export type OwnRow<T extends OwnTable> = v.InferOutput<(typeof ownRows)[T]>;
export type { OwnTable };
