-- Own rows in wire format (contract/rows.ts): one view per synced table (contract/tables.ts), used by the change feed and
-- by the calls that answer rows.

create view own_me as
select u.scope, u.id::text as id, u.version, json_build_object(
  'id', u.id, 'scope', u.scope, 'userId', u.id, 'profileId', u.profile_id, 'profiles', json_build_array(json_build_object('profileId', u.profile_id)), 'firstName', u.first_name, 'lastName', u.last_name,
  'username', u.username, 'userPhoto', u.user_photo, 'lastLoginedRole', u.last_role, 'isLearner', u.is_learner,
  'isEducator', u.is_educator, 'isOrganization', u.is_organization, 'isEducatorRoleAvailable', u.is_educator_role_available,
  'isAdmin', exists (select 1 from organization_admins a where a.user_id = u.id),
  'isRegistrationComplete', u.is_registration_complete,
  'learnerId', case when u.is_learner then u.learner_id end, 'educatorId', case when u.is_educator then u.educator_id end,
  'organizations', coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'role', a.role)
      -- The one that the person acts for comes first.
      order by (o.id = u.organization_id) is true desc, o.name, o.id)
    from organization_admins a join organizations o on o.id = a.organization_id where a.user_id = u.id and o.status = 'approved'), '[]'),
  'firstTimeLogin', json_build_object('learner', u.first_time_learner, 'educator', u.first_time_educator,
    -- Of the organization that the person acts for: the first one of the list above.
    'organization', coalesce((select o.first_time from organization_admins a join organizations o on o.id = a.organization_id
      where a.user_id = u.id and o.status = 'approved' order by (o.id = u.organization_id) is true desc, o.name, o.id limit 1), false)),
  'completeness', u.completeness, 'notificationSettings', u.notification_settings, 'dashboardWidgets', u.dashboard_widgets, 'communicationMethod', u.communication_method,
  'storageUsed', u.storage_used, 'storageSize', u.storage_size,
  'adultOn', to_char(u.adult_on, 'YYYY-MM-DD'), 'hasGuardianConsent', u.has_guardian_consent,
  'unreachableEmail', case when u.email_unreachable_since is not null then mask_email(u.email) end) as row
from users u;

create view own_folders as
select scope, id::text as id, version, folder_row(id, scope, title, created_at) as row,
  id as folder_id, created_at from folders;

create view own_tag_profiles as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'title', title, 'tagProfileItems', items,
  'sportName', sport_name, 'position', position) as row,
  id as tag_profile_id, position, created_at from tag_profiles;

-- A record instead of pairs of names and values: a row costs a third less, in each page of the list and of a sync.
create view own_contents as
select c.scope, c.id::text as id, c.version, c.folder_id, c.created_at, c.type, c.title, c.filename, c.publication_id, c.approved, c.archived_until,
  (select row_to_json(fields) from (select
    c.id, c.id as "contentId", c.scope, c.title, c.filename, c.type, c.folder_id as "folderId",
    c.thumbnail, c.duration, c.pages_count as "pagesCount", c.file_size as "fileSize",
    c.origin_file_size as "originFileSize", iso(c.created_at) as "createdAt", coalesce(not p.is_deleted, false) as "isPublished",
    p.pricing as "category", c.active, c.approved, c.encoding_status as "encodingStatus",
    c.encoding_progress as "encodingProgress", c.review_status as "reviewStatus", c.review_reason as "reviewReason",
    case when c.cut_status is not null then json_build_object('status', c.cut_status, 'progress', c.cut_progress, 'reason', c.cut_reason, 'isFile', c.next_key is not null) end as "trim",
    case when c.clips is null then c.sha256 end as "sha256",
    iso(c.archived_until) as "archivedUntil", c.minutes_left as "minutesLeft", case when c.better_id is not null then json_build_object('progress', c.better_progress) end as "better",
    case when p.id is not null then json_build_object('id', p.id, 'channelId', p.channel_id, 'channelName', ch.name,
      'title', p.title, 'coverImage', p.cover_image, 'publishedAt', iso(p.published_at), 'isDeleted', p.is_deleted, 'isHeld', p.held_at is not null and not p.is_deleted, 'removedReason', p.removal_reason) end as "published") fields) as row,
  coalesce(not p.is_deleted, false) as is_published, c.id as content_id
from contents c left join publications p on p.id = c.publication_id left join channels ch on ch.id = p.channel_id;

create view channel_ratings as
select p.channel_id, sum(s.relevance + s.helpful + s.engaging)::float / nullif(3 * sum(s.ratings), 0) as rating, sum(s.views) as views
from publications p join publication_stats s on s.publication_id = p.id group by p.channel_id;

create view own_communities as
select c.scope, c.id::text as id, c.version, json_build_object(
  'id', c.id, 'scope', c.scope, 'sport', c.sport_id, 'sportName', s.name,
  'channel', (select ch.id from channels ch where ch.community_id = c.id order by ch.created_at, ch.id limit 1),
  'applicationType', c.application_type, 'applicationSportScienceExpertise', c.science_expertise, 'status', c.status) as row,
  c.id as community_id, c.status, c.created_at
from communities c join sports s on s.id = c.sport_id;

create view own_channels as
select c.scope, c.id::text as id, c.version, c.position, json_build_object(
  'id', c.id, 'scope', c.scope, 'communityId', c.community_id, 'name', c.name, 'description', c.description, 'logoImage', c.logo_image, 'coverImage', c.cover_image,
  'active', c.active, 'hasContent', exists (select 1 from publications p where p.channel_id = c.id and not p.is_deleted),
  'sportId', c.sport_id, 'sportName', s.name, 'channelLevel', c.level, 'parentChannel', c.parent_id, 'position', c.position,
  'totalRating', (select round(r.rating::numeric, 1)::float from channel_ratings r where r.channel_id = c.id),
  'followers', (select count(*) from follows f where f.channel_id = c.id),
  'educatorName', u.first_name || ' ' || u.last_name, 'educatorUsername', u.username) as row,
  c.id as channel_id, c.sport_id, c.active, c.author_id
from channels c join sports s on s.id = c.sport_id join users u on u.id = c.author_id;

create view own_playlists as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'channelId', channel_id, 'title', title,
  'coverImage', cover_image, 'position', position) as row,
  id as playlist_id, channel_id, position from playlists;

create view own_publications as
select p.scope, p.id::text as id, p.version, json_build_object(
  'id', p.id, 'scope', p.scope, 'contentId', p.content_id, 'channelId', p.channel_id, 'playlistId', p.playlist_id,
  'playlistPosition', case when p.playlist_id is not null then p.playlist_position end, 'type', c.type,
  'title', p.title, 'description', p.description, 'coverImage', p.cover_image, 'originCoverImage', p.origin_cover_image,
  'coverBackground', p.cover_background, 'customTags', p.custom_tags, 'tagProfileId', p.tag_profile_id, 'tagsProfileItemsList', p.tag_item_ids,
  'pricingCategory', p.pricing, 'publishedAt', iso(p.published_at), 'publishAt', iso(p.publish_at),
  'isLive', p.is_live, 'isHeld', p.held_at is not null, 'removedReason', p.removal_reason, 'isDeleted', p.is_deleted) as row, p.id as publication_id, p.is_deleted
from publications p join contents c on c.id = p.content_id;

create view own_subscriptions as
select s.scope, s.id::text as id, s.version, json_build_object(
  'id', s.id, 'scope', s.scope, 'sportId', s.sport_id, 'sportName', sp.name, 'sportType', sp.sport_type,
  'subscriptionType', case when (s.type in ('trial', 'trial-free') and s.trial_to <= now())
    or (s.type = 'subscribed' and s.status = 'cancellation' and s.paid_to <= now()) then 'expired' else s.type end,
  'subscriptionStatus', s.status, 'subscriptionCanceledAt', iso(s.canceled_at), 'subscriptionTrialTo', iso(s.trial_to),
  'discountCodeEndAt', iso(s.discount_end_at)) as row
from subscriptions s join sports sp on sp.id = s.sport_id;

create view own_sport_interests as
select i.scope, i.id::text as id, i.version, json_build_object(
  'id', i.id, 'scope', i.scope, 'sportId', i.sport_id, 'sportName', sp.name, 'sportType', sp.sport_type,
  'sportInvolvement', i.involvement, 'position', i.position, 'isActive', i.is_active) as row
from sport_interests i join sports sp on sp.id = i.sport_id;

create view notification_rows as
select scope, id::text as id, version, json_build_object(
  'id', id, 'scope', scope, 'recipientType', recipient_type, 'title', title, 'text', text, 'image', image,
  'compressedImageUrl', image, 'compressedImage', null, 'imageLink', link, 'link', link, 'linkTitle', link_title,
  'sportId', sport_id, 'isRead', is_read, 'sendedAt', iso(sent_at)) as row, recipient_type, sent_at, is_read, user_id, id as notification_id
from notifications;

-- Devices keep 90 days; older notifications are read by page.
create view own_notifications as select * from notification_rows where sent_at > now() - interval '90 days';

create view own_follows as
select scope, channel_id::text as id, version, json_build_object('id', channel_id, 'scope', scope, 'followedAt', iso(followed_at)) as row from follows;

create view own_ratings as
select scope, publication_id::text as id, version, json_build_object('id', publication_id, 'scope', scope,
  'contentItemRatings', json_build_object('Relevance', relevance, 'Helpful', helpful, 'Engaging', engaging),
  'comment', comment, 'answer', case when comment is not null and answer is not null then json_build_object('text', answer, 'answeredAt', iso(answered_at)) end,
  'isHidden', hidden_at is not null or removed_at is not null, 'updatedAt', iso(updated_at)) as row, publication_id, user_id from ratings;

create view own_profiles as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'completeness', completeness,
  'originPhoto', origin_photo, 'originBannerImage', origin_banner_image, 'bannerImage', banner_image,
  'genderChoice', gender_choice, 'gender', gender, 'dateOfBirth', to_char(date_of_birth, 'YYYY-MM-DD'),
  'city', city, 'state', state, 'country', country, 'aboutMe', about_me,
  'birthCity', birth_city, 'birthState', birth_state, 'birthCountry', birth_country,
  'height', height, 'unitsForHeight', units_for_height, 'weight', weight, 'unitsForWeight', units_for_weight,
  'primarySpokenLanguage', primary_spoken_language, 'secondarySpokenLanguages', secondary_spoken_languages,
  'webSite', web_site, 'description', description, 'logoImage', logo_image, 'visibility', visibility) as row, id as profile_id
from profiles;

create view own_contacts as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'title', title, 'socialLink', social_link,
  'position', position) as row, position, id as contact_id from contacts;

create view own_bio_answers as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'sportId', sport_id, 'question', question_id,
  'answer', answer) as row from sport_bio_answers;

create view own_support_requests as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'kind', kind, 'topic', topic, 'message', message,
  'screenshot', screenshot, 'state', case when sent_at is null then 'received' else 'sent' end, 'createdAt', iso(created_at)) as row,
  id as request_id from support_requests;

create view own_search_history as
select scope, id::text as id, version, json_build_object('id', id, 'scope', scope, 'searchHistory', text, 'searchedAt', iso(searched_at)) as row,
  id as entry_id, searched_at from search_history;

create view own_watch_places as
select scope, publication_id::text as id, version, json_build_object('id', publication_id, 'scope', scope,
  'positionMs', position_ms, 'watchedAt', iso(watched_at), 'removedAt', iso(removed_at)) as row from watch_places;

-- Who is blocked gets no row of it.
create view own_blocks as
select b.scope, b.blocked_id::text as id, b.version, json_build_object('id', b.blocked_id, 'scope', b.scope,
  'name', u.first_name || ' ' || u.last_name, 'userPhoto', u.user_photo, 'blockedAt', iso(b.created_at)) as row
from blocks b join users u on u.id = b.blocked_id;
