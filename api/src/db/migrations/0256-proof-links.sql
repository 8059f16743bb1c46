-- Links with which a lender can verify a policy without an account (POL-15). Only the hash of the token is stored.
create table proof_links (
  proof_link_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  token_hash bytea not null unique check (length(token_hash) = 32),
  recipient_name text check (length(recipient_name) between 1 and 100),
  created_at timestamptz not null,
  created_by_name text not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  view_count integer not null default 0 check (view_count >= 0)
);
create index proof_links_by_policy on proof_links (policy_id, created_at desc, proof_link_id desc);
create index proof_links_by_expiry on proof_links (expires_at);
create table proof_link_views (
  proof_link_view_id bigint generated always as identity primary key,
  proof_link_id uuid not null references proof_links on delete cascade,
  viewed_at timestamptz not null
);
create index proof_link_views_newest on proof_link_views (proof_link_id, viewed_at desc);
