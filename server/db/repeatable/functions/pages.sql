-- Answers made of several tables.

-- A list row in wire format: the item, and whether it is locked for the viewer.
create or replace function list_item(item json, locked boolean) returns json language sql immutable parallel safe as $$
  select (left(item::text, -1) || ', "locked" : ' || case when locked then 'true' else 'false' end || '}')::json
$$;

-- A channel as others see it (contract/channels.ts, ChannelPage).
create or replace function channel_page(viewer uuid, channel uuid) returns json language sql stable parallel safe as $$
  select (o.row::jsonb || jsonb_build_object(
    'following', exists (select 1 from follows f where f.user_id = viewer and f.channel_id = channel),
    'isOwner', acts_for(viewer, o.scope), 'ownerId', split_part(o.scope, ':', 2)))::json
  from own_channels o where o.channel_id = channel
$$;

-- Means of a content, one decimal; avgTotal is the mean of the three means (decisions D-209).
create or replace function rating_means(published uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'avgRelevant', round(s.relevance::numeric / nullif(s.ratings, 0), 1), 'avgHelpful', round(s.helpful::numeric / nullif(s.ratings, 0), 1),
    'avgEngaging', round(s.engaging::numeric / nullif(s.ratings, 0), 1),
    'avgTotal', round((s.relevance + s.helpful + s.engaging)::numeric / nullif(3 * s.ratings, 0), 1), 'count', coalesce(s.ratings, 0))
  from (select 1) one left join publication_stats s on s.publication_id = published
$$;

-- What the watch page shows (contract/channels.ts, WatchDetail), without addresses of media: those are signed by the server.
create or replace function watch_detail(viewer uuid, published uuid) returns json language sql stable as $$
  select json_build_object(
    'id', p.id, 'contentId', p.content_id, 'title', p.title, 'description', p.description,
    'coverImage', coalesce(p.cover_image, ct.thumbnail),
    'coverBackground', p.cover_background, 'publishedAt', iso(p.published_at),
    'sport', json_build_object('id', sp.id, 'name', sp.name),
    'author', json_build_object('educatorId', u.educator_id, 'name', u.first_name || ' ' || u.last_name, 'username', u.username, 'userPhoto', u.user_photo),
    'channel', json_build_object('id', c.id, 'name', c.name, 'logoImage', c.logo_image),
    'playlistId', p.playlist_id, 'type', ct.type, 'durationInMilliseconds', round(ct.duration * 1000)::bigint, 'pagesCount', ct.pages_count,
    'category', p.pricing, 'customTags', p.custom_tags, 'views', coalesce(s.views, 0), 'isOwner', acts_for(viewer, p.scope),
    'locked', not may_watch(viewer, p.id), 'accessEndsAt', iso(access_ends_at(viewer, p.id)),
    'isReported', exists (select 1 from reports r where r.publication_id = p.id and r.kind = 'content' and r.reporter_id = viewer),
    -- For the server only: removed before the answer is sent.
    'isPrepared', ct.encoding_status = 4, 'mediaKey', ct.media_key, 'progressiveSize', ct.progressive_size, 'waveform', ct.waveform)
  from publications p join channels c on c.id = p.channel_id join contents ct on ct.id = p.content_id join sports sp on sp.id = c.sport_id
    join users u on u.id = c.author_id left join publication_stats s on s.publication_id = p.id
  where p.id = published and not p.is_deleted and sees_channel(viewer, p.scope, c.active and p.is_live)
$$;
