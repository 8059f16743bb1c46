import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InsuredActor } from '../http/context.ts'

/**
 * Returns the SQL condition on `policies p` for the policies that an insured may access: all policies of the verified
 * identity, or, after a link that others could have seen, the linked policy and its linked terms at the same agency
 * (`policies_of_session` in the database).
 */
export const isOwnPolicySql = ({ identityId, identification, sessionId }: InsuredActor): RawBuilder<SqlBool> =>
  identification.way === 'link'
    ? sql<SqlBool>`p.policy_id in (select policies_of_session(${sessionId}::uuid))`
    : sql<SqlBool>`p.identity_id = ${identityId}::uuid`
