-- The operator who opened the session in a person's account; null for the person's own (decision 0114). Without a key: the
-- session lasts an hour, and who was there stands in operator_acts.
alter table sessions add column operator_id uuid;

alter table sign_in_challenges drop constraint sign_in_challenges_purpose_check,
  add constraint sign_in_challenges_purpose_check check (purpose in ('passkey_new', 'passkey_sign_in', 'second_step', 'operator_login'));
