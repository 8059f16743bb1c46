import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InsuredActor } from '../http/context.ts'

/**
 * Returns the SQL condition for the `policies p` that an insured may access. Insureds with a verified identity may
 * access all their policies. After a log-in with a link that others could have seen, an insured may access only the
 * linked policy and its related terms at the same agency (`policies_of_session` in the database).
 */
export const ownPolicyCondition = ({ identityId, identification, sessionId }: InsuredActor): RawBuilder<SqlBool> =>
  identification.method === 'link'
    ? sql<SqlBool>`p.policy_id in (select policies_of_session(${sessionId}::uuid))`
    : sql<SqlBool>`p.identity_id = ${identityId}::uuid`
