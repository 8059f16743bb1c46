-- A link that another person could have seen opens one policy and its earlier and later terms, at the agency that the
-- policy had when the link was created (ACC-6). Only a link that no other person received, or a code, proves the email
-- address on file.
alter table link_tokens add column agency_id uuid references agencies;
-- Existing links have no agency. Links that only the address on file received still prove it; the others are marked as
-- used.
update link_tokens t set redeemed_at = now()
where t.kind = 'deeplink' and t.redeemed_at is null
  and not exists (select from policies p where p.policy_no = t.policy_no and p.email = t.mailed_to);

alter table sessions add column link_policy_id uuid references policies, add column link_agency_id uuid references agencies;
-- Existing sessions from such links could access everything. Their policyholders must request a new link.
delete from sessions where identified_by = 'link';
alter table sessions add constraint sessions_link_scope check (
  coalesce(identified_by = 'link', false) = (link_policy_id is not null)
  and (link_policy_id is null) = (link_agency_id is null));

-- Returns the policies that a policyholder's session can access: all policies of the policyholder or, if another person
-- could have seen the link that opened the session, the linked policy and its linked terms at the same agency (ACC-6).
-- Reads the session's row, so that a code confirmed in another process has an immediate effect.
create function policies_of_session(session uuid) returns setof uuid language sql stable as $$
  with recursive scope as (
    select identity_id, identified_by, link_policy_id, link_agency_id from sessions where session_id = session and revoked_at is null
  ), terms as (
    select p.policy_id, p.previous_policy_id from scope join policies p on p.policy_id = scope.link_policy_id
    union
    select n.policy_id, n.previous_policy_id
    from terms t join policies n on n.policy_id = t.previous_policy_id or n.previous_policy_id = t.policy_id
  )
  select p.policy_id from scope join policies p on p.identity_id = scope.identity_id
  where scope.identified_by <> 'link'
    or (p.agency_id = scope.link_agency_id and p.policy_id in (select policy_id from terms))
$$;
