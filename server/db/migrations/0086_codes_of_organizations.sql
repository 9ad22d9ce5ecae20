-- Owners of approved organizations get the standard code that the approval gives from now on (decision 0132). Nine signs that are not
-- taken for each other, each out of five bits that are random in an identifier of version 4.
insert into shareable_codes (code, kind, sender_id, recipient_type, program, created_at, fee_unit, fee_value)
select (select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + (get_byte(owners.bytes, at) & 31), 1), '' order by place)
    from unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11]) with ordinality as places (at, place)),
  'affiliate', owners.user_id, 'learner',
  '{"name": "Your code", "discountAmountUnit": "percent", "discountAmountValue": 0, "durationInMonths": 12}', now(), 'percent', 10
from (
  select a.user_id, uuid_send(gen_random_uuid()) as bytes
  from organization_admins a join organizations o on o.id = a.organization_id
  where a.role = 'Owner' and o.status = 'approved'
    and not exists (select 1 from shareable_codes c where c.sender_id = a.user_id and c.kind = 'affiliate' and not c.is_custom)
  group by a.user_id
) owners;
