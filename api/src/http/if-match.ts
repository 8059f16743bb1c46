import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { ifMatchHeaders } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import type { Precondition } from './context.ts'
import { InvalidInputError } from './errors.ts'
import { isId } from './id.ts'
import type { OperationId } from './operation.ts'

/** Rows that are locked before their version is compared, so that no other operation can change them in between. */
const lockedRows: Partial<Record<OperationId, { table: string; column: string; parameter: string }>> = {
  updateAdminAccount: { table: 'accounts', column: 'account_id', parameter: 'id' },
  updateAdminAgency: { table: 'agencies', column: 'agency_no', parameter: 'id' },
  updateAdminClaim: { table: 'claims', column: 'claim_id', parameter: 'id' },
  updateAdminMoratorium: { table: 'moratorium_events', column: 'moratorium_event_id', parameter: 'id' },
  updateAdminCommissionAdjustment: { table: 'commission_adjustments', column: 'adjustment_id', parameter: 'id' },
  updateAdminWebhookEndpoint: { table: 'webhook_endpoints', column: 'endpoint_id', parameter: 'id' },
  updateAgentAccount: { table: 'accounts', column: 'account_id', parameter: 'agentId' },
  updateClaim: { table: 'claims', column: 'claim_id', parameter: 'claimID' },
  updateClaimNote: { table: 'claim_notes', column: 'claim_note_id', parameter: 'noteID' },
  changeInsuredEmail: { table: 'policies', column: 'policy_no', parameter: 'policyNo' },
  // Each edit of a note locks its policy.
  savePolicyNote: { table: 'policies', column: 'policy_no', parameter: 'policyNo' },
  saveWidgetRegistration: { table: 'widgets', column: 'widget_id', parameter: 'id' },
  saveAgencyRegistration: { table: 'agencies', column: 'agency_no', parameter: 'agencyNo' },
}

interface Edit {
  operation: OperationId
  url: string
  path: Record<string, unknown>
  /** Account of the caller, which owns the profile and the preferences. */
  accountId: string | null
}

/**
 * Named locks of resources without a single row, as SQL expressions. All operations that change the resource take the
 * same lock.
 */
const lockNames: Partial<Record<OperationId, (edit: Edit) => RawBuilder<unknown>>> = {
  updateAdminCardFee: () => sql`'card fees'`,
  updateAdminNoticePeriod: () => sql`'notice periods'`,
  updateAdminSetting: ({ path }) => sql`'setting:' || ${path.id}`,
  saveMailTemplate: ({ path }) => sql`'mail:' || ${path.template}`,
  updateAdminCommissionOverride: ({ path }) => getRatesLock(sql`split_part(${path.id}, '.', 1)`),
  saveCommissionOverride: ({ path }) => getRatesLock(sql`${path.agencyNo}`),
  updatePreferences: ({ accountId }) => sql`'preferences of ' || ${accountId}`,
}

const getRatesLock = (agencyNo: RawBuilder<unknown>) =>
  sql`'rates of ' || (select agency_id from agencies where agency_no = ${agencyNo})`

async function lockResource(db: Transaction<DB>, edit: Edit) {
  const { operation, path, url, accountId } = edit
  await sql`select pg_advisory_xact_lock(hashtextextended(${`version of ${url}`}, 0))`.execute(db)
  const name = lockNames[operation]
  if (name) await sql`select pg_advisory_xact_lock(hashtext(${name(edit)}))`.execute(db)
  if (operation === 'updateProfile')
    await sql`select from accounts where account_id = ${accountId} for update`.execute(db)
  const row = lockedRows[operation]
  if (!row) return
  const { table, column, parameter } = row
  const id = path[parameter]
  // An ID that is not a UUID does not exist. The read that follows returns 404.
  if (column.endsWith('_id') && !isId(String(id))) return
  await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update`.execute(db)
}

/** Returns the ETag of a response: a hash of its body without the fields that are not part of the version. */
export function getVersionTag(body: string, ignores: readonly string[]): string {
  const content = JSON.stringify(JSON.parse(body), (name, value) => (ignores.includes(name) ? undefined : value))
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Proxies that compress responses mark the ETag as weak, and shells remove quotation marks. Both are accepted. */
const normalizeTag = (tag: string) => tag.trim().replace(/^W\//, '').replaceAll('"', '')

const matches = (given: string, tag: string) =>
  given.trim() === '*' || given.split(',').some((one) => normalizeTag(one) === normalizeTag(tag))

/**
 * Validates the `If-Match` of a request.
 * @throws {ApiError} 400 if it is malformed, or if the operation does not check versions
 */
export function validateIfMatch(given: string | undefined, isVersioned: boolean): void {
  if (given === undefined) return
  if (!isVersioned)
    throw new ApiError({
      code: 'unknown_field',
      message: 'If-Match: this operation does not check versions. Nothing was changed.',
      field: 'If-Match',
    })
  const checked = ifMatchHeaders.safeParse({ 'If-Match': given })
  if (!checked.success) throw new InvalidInputError('header', checked.error, { value: { 'If-Match': given } })
}

/**
 * Returns the path parameters, from the fields of an edit, of the operation that reads the edited resource.
 * @throws {ApiError} 400 if a field is missing, because a resource that does not exist yet has no version
 */
export function getVersionPath(fields: Readonly<Record<string, string>>, body: unknown): Record<string, unknown> {
  const values = body as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => {
      if (values[field] !== undefined) return [parameter, values[field]]
      const message = `If-Match: requires ${field}, because a new resource has no version. Nothing was changed.`
      throw new ApiError({ code: 'missing_field', message, field: 'If-Match' })
    }),
  )
}

/** Creates the precondition of an edit. `readTag` returns the current ETag of the resource. */
export function createPrecondition(
  ifMatch: string,
  edit: Edit,
  readTag: (db: Transaction<DB>) => Promise<string>,
): Precondition & { newTag: string | undefined } {
  return {
    isChecked: false,
    newTag: undefined,
    async check(db) {
      this.isChecked = true
      await lockResource(db, edit)
      if (matches(ifMatch, await readTag(db))) return
      throw new ApiError({
        code: 'version_mismatch',
        message: 'Someone else changed this since you loaded it. Reload it and try again.',
        field: 'If-Match',
      })
    },
    async recordVersion(db) {
      this.newTag = await readTag(db)
    },
  }
}
