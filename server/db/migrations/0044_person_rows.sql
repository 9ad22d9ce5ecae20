-- Row level security, the second wall around money (D-279, decision 0087). A call that reads or changes cards and invoices of a person runs
-- as the role `sideline_person` with the person's id in `sideline.person`; then the database shows and changes that person's rows only,
-- whatever the query asks for. The owner of the tables, as which jobs and billing run, sees all.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'sideline_person') then
    begin
      create role sideline_person nologin;
    exception
      -- Another database of this server made it at the same time: roles belong to the server.
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'The role sideline_person is missing, and % may not create it.', current_user
          using hint = 'As an administrator: create role sideline_person nologin; grant sideline_person to ' || quote_ident(current_user) || ';';
    end;
  end if;
  if current_setting('server_version_num')::int >= 160000 then
    if not pg_has_role(current_user, 'sideline_person', 'SET') then grant sideline_person to current_user; end if;
  elsif not pg_has_role(current_user, 'sideline_person', 'MEMBER') then
    grant sideline_person to current_user;
  end if;
  execute format('grant usage on schema %I to sideline_person', current_schema());
end $$;

grant select on payment_methods, payment_customers, payment_setups, subscriptions, invoices, invoice_items, invoice_taxes, invoice_attempts,
  invoice_movements to sideline_person;
grant update on payment_methods, payment_customers to sideline_person;

alter table payment_methods enable row level security;
alter table payment_customers enable row level security;
alter table payment_setups enable row level security;
alter table subscriptions enable row level security;
alter table invoices enable row level security;
alter table invoice_items enable row level security;
alter table invoice_taxes enable row level security;
alter table invoice_attempts enable row level security;
alter table invoice_movements enable row level security;

-- Without a person the setting is null or empty, and no row is shown.
create policy own_rows on payment_methods using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
create policy own_rows on payment_customers using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
create policy own_rows on payment_setups using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
create policy own_rows on subscriptions using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
create policy own_rows on invoices using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
create policy own_rows on invoice_items using (user_id = nullif(current_setting('sideline.person', true), '')::uuid);
-- These have no person of their own: their invoice is asked, by the policy above.
create policy own_rows on invoice_taxes using (exists (select 1 from invoices i where i.id = invoice_id));
create policy own_rows on invoice_attempts using (exists (select 1 from invoices i where i.id = invoice_id));
create policy own_rows on invoice_movements using (exists (select 1 from invoices i where i.id = invoice_id));
