-- The sport that a notification is about: devices draw it where the notification has no picture of its own.
alter table notifications add column sport_id text references sports on delete set null;

update notifications n set sport_id = c.sport_id
from channels c
where c.id::text = coalesce(substring(n.link from '[?&]channelId=([0-9a-f-]{36})'), substring(n.link from '^/channels/([0-9a-f-]{36})$'));
