import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InsuredActor } from '../http/context.ts'

/**
 * The policies that an insured may access, as a condition on `policies p`: all of the verified identity. After a link that somebody else
 * could have seen, only the linked policy and its linked terms at the same agency (`policies_of_session` in the database).
 */
export const isOwnPolicy = ({ identityId, identification, sessionId }: InsuredActor): RawBuilder<SqlBool> =>
  identification.way === 'link'
    ? sql<SqlBool>`p.policy_id in (select policies_of_session(${sessionId}::uuid))`
    : sql<SqlBool>`p.identity_id = ${identityId}::uuid`
