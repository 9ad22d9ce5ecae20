import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Slug } from './ids.ts';
import { CUSTOM_ROLE, Instant, Limit, Offset, SafeText, integer, listOf, text } from './patterns.ts';
import {
  ContentItemRatings,
  ContentType,
  PricingCategory,
  Role,
  SportInterest,
  SportType,
  Subscription,
} from './rows.ts';

export const Sport = v.object({
  id: Slug,
  name: v.string(),
  sportType: SportType,
  isActive: v.boolean(),
  activeEducatorsWithContent: v.number(),
});
export type Sport = v.InferOutput<typeof Sport>;

/** One row of any list of contents. Source: EXP-026. */
export const ContentListItem = v.object({
  /** The publication's id. */
  id: Id,
  content: v.object({
    id: Id,
    type: ContentType,
    duration: v.nullable(v.number()),
    pagesCount: v.nullable(v.number()),
  }),
  channel: v.object({ id: Id, name: v.string(), logoImage: v.nullable(v.string()) }),
  pricingCategory: PricingCategory,
  coverImage: v.nullable(v.string()),
  coverBackground: v.nullable(v.string()),
  publishedAt: Instant,
  educatorName: v.string(),
  title: v.string(),
  sportId: Slug,
  sportName: v.string(),
  avgTotal: v.nullable(v.number()),
  views: v.number(),
  /** True if the caller may not watch it. */
  locked: v.boolean(),
});
export type ContentListItem = v.InferOutput<typeof ContentListItem>;

export const listSports = defineCall({
  id: 'sports.list',
  method: 'GET',
  path: '/sports',
  may: 'signedIn',
  input: v.object({ limit: v.optional(integer(1, 600)) }),
  output: listOf(Sport),
  problems: [],
  offline: 'cache',
  summary: 'All active sports',
});
export const readSport = defineCall({
  id: 'sports.byName',
  method: 'GET',
  path: '/sports/by-name/{name}',
  may: 'signedIn',
  input: v.object({ name: text(1, 80) }),
  output: Sport,
  problems: [],
  offline: 'cache',
  summary: 'One sport by its name or slug',
});
export const searchSports = defineCall({
  id: 'sports.search',
  method: 'GET',
  path: '/sports/search',
  may: 'signedIn',
  input: v.object({
    search: v.optional(text(0, 255)),
    sportType: v.optional(text(0, 20)),
    /** Adds the person's subscription to each row. Source: D-180. */
    additionalData: v.optional(v.picklist(['true', 'false']), 'false'),
    /** The role to search for; as `learner` a person searches for sports to subscribe to. Refused to who does not have it. */
    userRole: v.optional(Role),
  }),
  output: listOf(v.object({ ...Sport.entries, subscription: v.optional(v.nullable(Subscription)) })),
  problems: [],
  offline: 'cache',
  summary: 'Sports by name and type',
});
export const Level = v.object({ id: Slug, name: v.string() });
export const SportRole = v.object({
  id: Slug,
  name: v.string(),
  sportRoleRule: v.picklist(['levels_required', 'levels_optional', 'no_levels']),
  levels: v.array(Level),
});
export type SportRole = v.InferOutput<typeof SportRole>;
export const listRoleLevels = defineCall({
  id: 'sports.roleLevels',
  method: 'GET',
  path: '/sport-role-participation-levels',
  may: 'signedIn',
  input: v.object({ sportId: v.optional(Slug) }),
  output: listOf(SportRole),
  problems: [],
  offline: 'cache',
  summary: 'Roles in a sport with their participation levels',
});

export const RoleMapping = v.object({
  roleId: v.optional(Slug),
  customRoleName: v.optional(
    v.pipe(
      SafeText,
      v.trim(),
      v.minLength(3, 'must be more than 3'),
      v.maxLength(100, 'must be less than 100'),
      v.regex(CUSTOM_ROLE, 'incorrect role'),
    ),
  ),
  participationLevelIds: v.pipe(v.array(Slug), v.maxLength(20)),
});
export type RoleMapping = v.InferOutput<typeof RoleMapping>;
export const createRoles = defineCall({
  id: 'sports.createRoles',
  method: 'POST',
  path: '/sports/roles-participation/create',
  may: 'signedIn',
  bodyKey: 'items',
  input: v.object({
    items: v.pipe(
      v.array(
        v.object({
          id: v.optional(Id),
          sportId: Slug,
          sportRoleParticipationLevelMapping: v.pipe(v.array(RoleMapping), v.minLength(1), v.maxLength(20)),
        }),
      ),
      v.minLength(1),
      v.maxLength(30),
    ),
  }),
  output: listOf(SportInterest),
  problems: ['sport.no_role', 'sport.level_missing'],
  offline: 'queue',
  queued: {
    label: 'Change the roles in a sport',
    shownAt: 'outbox',
    rows: { makes: { table: 'sportInterests', by: 'items' }, changes: [] },
    withoutEffect: 'The names of sport, roles and levels are the server’s: the pull brings the rows.',
  },
  summary: 'Saves the roles of a person in sports',
});

export const Pricing = v.picklist(['all', 'free', 'member_only']);
export const Sort = v.picklist(['newest', 'most_viewed', 'highest_rated']);
export const ListedType = v.picklist(['all', 'video', 'audio', 'text']);
export const listSportContents = defineCall({
  id: 'sports.contents',
  method: 'GET',
  path: '/channels/contents/{contentType}/sports/{sportId}/{pricing}/{sort}',
  may: 'registered',
  input: v.object({
    contentType: ListedType,
    sportId: Slug,
    pricing: Pricing,
    sort: Sort,
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(ContentListItem),
  problems: [],
  offline: 'cache',
  summary: 'Contents of a sport',
});

/** A playlist in a list of playlists. */
export const ListedPlaylist = v.object({
  id: Id,
  channelId: Id,
  channelName: v.string(),
  title: v.string(),
  coverImage: v.nullable(v.string()),
  educatorName: v.string(),
  educatorUsername: v.string(),
  sportId: Slug,
  sportName: v.string(),
  /** Contents that fit the price. */
  itemCount: v.number(),
  /** Mean of 1 to 5 stars; null without ratings. */
  avgTotal: v.nullable(v.number()),
});
export type ListedPlaylist = v.InferOutput<typeof ListedPlaylist>;

export const listSportPlaylists = defineCall({
  id: 'sports.playlists',
  method: 'GET',
  path: '/channels/playlists/sports/{sportId}/{pricing}/{sort}',
  may: 'registered',
  input: v.object({ sportId: Slug, pricing: Pricing, sort: Sort, limit: Limit(100), offset: Offset }),
  output: listOf(ListedPlaylist),
  problems: [],
  offline: 'cache',
  summary: 'Playlists of a sport',
});

export { ContentItemRatings };
