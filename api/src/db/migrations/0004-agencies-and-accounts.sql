create table agencies (
  agency_id uuid primary key default new_id(),
  agency_no text not null unique check (agency_no ~ '^[0-9A-Za-z-]{3,20}$'),
  agency_data_id uuid not null unique default new_id(),
  -- Ids of all agencies above this one and its own id, root first. A subtree is `path @> array[root]`.
  path uuid[] not null default '{}',
  agent_parent_id uuid references agencies,
  type text not null default 'agency',
  tax_id text,
  status text not null default 'A' check (status in ('A', 'I', 'T')),
  company text not null,
  addr1 text, addr2 text, city text, state text check (state ~ '^[A-Z]{2}$'), zip text check (zip ~ '^[0-9]{5}$'),
  phone text, fax text, email text, notes text,
  mailing_addr1 text, mailing_addr2 text, mailing_city text, mailing_state text, mailing_zip text,
  primary_contact_id uuid,
  bank_remote_reference text, bank_name text, bank_addr1 text, bank_addr2 text, bank_city text, bank_state text,
  bank_zip text, bank_phone text, bank_contact text, bank_email text, bank_notes text,
  bank_routing_no text check (bank_routing_no ~ '^[0-9]{9}$'), bank_account_no text,
  eo_insurer text, eo_policy_number text, eo_limit_cents bigint not null default 1000000000 check (eo_limit_cents >= 0),
  eo_expiration date,
  created_at timestamptz not null default now(),
  created_by_user_id text,
  updated_at timestamptz not null default now(),
  updated_by_user_id text,
  check (agent_parent_id <> agency_id)
);
create index agencies_by_path on agencies using gin (path);
create index agencies_by_parent on agencies (agent_parent_id);
create index agencies_by_company on agencies using gin (lower(company) gin_trgm_ops);
create trigger agencies_touch before update on agencies for each row execute function touch_updated_at();

create function agency_path() returns trigger language plpgsql as $$
declare parent_path uuid[] := '{}';
begin
  if new.agent_parent_id is not null then
    select path into parent_path from agencies where agency_id = new.agent_parent_id for key share;
    if new.agency_id = any(parent_path) then
      raise exception 'Agency % cannot be under itself', new.agency_no using errcode = 'check_violation';
    end if;
  end if;
  new.path := parent_path || new.agency_id;
  return new;
end
$$;
create trigger agencies_path before insert or update of agent_parent_id, path on agencies
  for each row execute function agency_path();

create function agency_path_below() returns trigger language plpgsql as $$
begin
  -- Resetting the path of the children fires their triggers, which calculate the path of every lower level.
  update agencies set path = '{}' where agent_parent_id = new.agency_id;
  return null;
end
$$;
create trigger agencies_path_below after update of agent_parent_id, path on agencies
  for each row when (old.path is distinct from new.path) execute function agency_path_below();

create table agency_contacts (
  contact_id uuid primary key default new_id(),
  agency_id uuid not null references agencies on delete cascade,
  first_name text not null, last_name text not null, email text, phone text, title text,
  created_at timestamptz not null default now()
);
create index agency_contacts_by_agency on agency_contacts (agency_id);
alter table agencies add foreign key (primary_contact_id) references agency_contacts on delete set null;

create table agency_licenses (
  license_id uuid primary key default new_id(),
  agency_id uuid not null references agencies on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'), license_no text not null, type text not null default 'property',
  effective_date date not null, expiration date not null, check (expiration > effective_date),
  created_at timestamptz not null default now(),
  unique (agency_id, state, license_no)
);

create table files (
  file_id uuid primary key default new_id(),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  content_type text not null,
  file_name text not null,
  storage_key text not null unique,
  created_by text,
  created_at timestamptz not null default now()
);

create table agency_documents (
  agency_document_id uuid primary key default new_id(),
  agency_id uuid not null references agencies on delete cascade,
  file_id uuid not null references files,
  name text not null,
  created_by text,
  created_at timestamptz not null default now()
);
create index agency_documents_by_agency on agency_documents (agency_id);

create table accounts (
  account_id uuid primary key default new_id(),
  kind text not null check (kind in ('agent', 'staff')),
  email citext not null unique,
  password_hash text,
  first_name text not null default '', last_name text not null default '', phone text, company text,
  roles text[] not null default '{}' check (roles <@ array['superuser', 'financeadmin', 'commissionAdmin', 'internal',
    'readonly', 'cvc-optional', 'nopayoptin']),
  agency_id uuid references agencies,
  suppress_promotion_view boolean not null default false,
  is_active boolean not null default true,
  password_changed_at timestamptz,
  last_login_at timestamptz,
  failed_logins integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'agent') = (agency_id is not null)),
  check ((kind = 'staff') = ('internal' = any(roles)))
);
create index accounts_by_agency on accounts (agency_id);
create trigger accounts_touch before update on accounts for each row execute function touch_updated_at();

-- Policies with the same verified email address and phone number belong to one policyholder (ACC-3).
create table policyholder_identities (
  identity_id uuid primary key default new_id(),
  email citext not null,
  phone_digits text not null default '' check (phone_digits ~ '^[0-9]{0,15}$'),
  first_name text not null default '', last_name text not null default '',
  stripe_customer_id text unique,
  created_at timestamptz not null default now(),
  unique (email, phone_digits)
);

create table sessions (
  session_id uuid primary key default new_id(),
  account_id uuid references accounts on delete cascade,
  identity_id uuid references policyholder_identities on delete cascade,
  -- Shared by all tokens that were rotated from one log-in. Reuse of an earlier token revokes all of them.
  family_id uuid not null default new_id(),
  refresh_token_hash text not null unique,
  ip text, user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(account_id, identity_id) = 1)
);
create index sessions_by_family on sessions (family_id);
create index sessions_by_account on sessions (account_id) where revoked_at is null;
create index sessions_by_identity on sessions (identity_id) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);

create table link_tokens (
  jti uuid primary key default new_id(),
  kind text not null check (kind in ('deeplink', 'agent', 'handoff', 'reset')),
  account_id uuid references accounts on delete cascade,
  identity_id uuid references policyholder_identities on delete cascade,
  policy_no text,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  failed_attempts integer not null default 0
);
create index link_tokens_by_expiry on link_tokens (expires_at);

create table resources (
  resource_id uuid primary key default new_id(),
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- The library rate-limiter-flexible requires these column names and types.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
