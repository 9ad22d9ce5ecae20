-- The rules of the books (docs/decisions/0079): nothing is changed, every entry sums to zero, balances are those of the lines.

create or replace function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount where id = new.account_id and currency = new.currency;
  if not found then raise exception 'the account has another currency than %', new.currency using errcode = 'check_violation'; end if;
  return null;
end $$;

-- Runs when the transaction commits, for an entry and for each of its lines.
create or replace function ledger_check_entry() returns trigger language plpgsql as $$
declare entry uuid := (to_jsonb(new) ->> case tg_table_name when 'ledger_lines' then 'entry_id' else 'id' end)::uuid;
begin
  if not exists (select 1 from ledger_lines where entry_id = entry) then
    raise exception 'the entry % has no lines', entry using errcode = 'check_violation';
  end if;
  if exists (select 1 from ledger_lines where entry_id = entry group by currency having sum(amount) <> 0) then
    raise exception 'the entry % does not sum to zero', entry using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Accounts whose balance is not the sum of their lines; none if the books are right.
create or replace function ledger_differences() returns table (account_id uuid, kept bigint, rebuilt bigint) language sql stable as $$
  select a.id, a.balance, coalesce(sum(l.amount), 0)::bigint
  from ledger_accounts a left join ledger_lines l on l.account_id = a.id
  group by a.id, a.balance having a.balance <> coalesce(sum(l.amount), 0)
$$;
