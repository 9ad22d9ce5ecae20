-- Networks in which somebody opened the link of a code for a community: a club's people join behind one address (decision 0132).
create table community_networks (
  network text not null,
  code text not null,
  opened_at timestamptz not null,
  primary key (network, code)
);
