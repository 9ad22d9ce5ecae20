-- Lists of contents: one row each, without whether the viewer may watch it. Where no cover was chosen the picture is the
-- content's own: its poster, waveform or first page (decision 0028).

create view listed_publications as
select p.id, p.channel_id, p.sport_id, ct.type, p.pricing, p.published_at, p.playlist_id, p.playlist_position, p.scope,
  round(s.mean, 1)::float as avg_total, coalesce(s.views, 0) as views,
  -- Bayesian mean: five additional ratings of 3.5; null below three ratings (decisions D-198).
  case when s.ratings >= 3 then (s.mean * s.ratings + 3.5 * 5) / (s.ratings + 5) end as score,
  json_build_object(
    'id', p.id,
    'content', json_build_object('id', ct.id, 'type', ct.type, 'duration', ct.duration, 'pagesCount', ct.pages_count),
    'channel', json_build_object('id', c.id, 'name', c.name, 'logoImage', c.logo_image),
    'pricingCategory', p.pricing, 'coverImage', coalesce(p.cover_image, ct.thumbnail), 'coverBackground', p.cover_background,
    'publishedAt', iso(p.published_at), 'educatorName', u.first_name || ' ' || u.last_name, 'title', p.title,
    'sportId', sp.id, 'sportName', sp.name, 'avgTotal', round(s.mean, 1)::float, 'views', coalesce(s.views, 0)) as item
from publications p
  join channels c on c.id = p.channel_id and c.active
  join contents ct on ct.id = p.content_id
  join sports sp on sp.id = p.sport_id
  join users u on u.id = c.author_id
  left join lateral (
    select st.views, st.ratings, (st.relevance + st.helpful + st.engaging)::numeric / nullif(3 * st.ratings, 0) as mean
    from publication_stats st where st.publication_id = p.id) s on true
where p.is_live and not p.is_deleted;

-- A sport in wire format (contract/sports.ts, Sport).
create view listed_sports as
select sp.id, sp.name, sp.sport_type, sp.position, sp.is_active, json_build_object(
  'id', sp.id, 'name', sp.name, 'sportType', sp.sport_type, 'isActive', sp.is_active,
  'activeEducatorsWithContent', (select count(distinct c.author_id) from channels c
    where c.sport_id = sp.id and c.active and exists (
      select 1 from publications p where p.channel_id = c.id and p.is_live and not p.is_deleted))) as row
from sports sp;
