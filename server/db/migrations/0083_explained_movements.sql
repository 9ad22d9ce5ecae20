-- Movements of the payment provider that our books lack and that an operator has explained (decision 0131). Each names the act,
-- which has who, when and why. The report of the nightly comparison keeps them: the row only says that nobody needs to look again.
create table explained_movements (
  movement_id text primary key,
  act_id uuid not null references operator_acts
);
