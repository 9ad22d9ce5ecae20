-- When an operator hid a comment from others. Apart from `hidden_at`, so that its Creator cannot show it again.
alter table ratings add column removed_at timestamptz;
