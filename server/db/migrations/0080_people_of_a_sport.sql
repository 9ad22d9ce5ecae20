-- A change of a sport's type is told to its people in batches, by scope.
create index on subscriptions (sport_id, scope);
create index on sport_interests (sport_id, scope);
