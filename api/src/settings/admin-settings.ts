import { sql } from 'kysely'
import { createPendingApprovalError, submitForApproval } from '../approvals/approvals.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { getEntityHistory } from '../audit/history.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import {
  anyContainsTextSql,
  type Collection,
  createBadRequestError,
  findCollectionRow,
  toIdArray,
} from '../http/collection.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { isSettingKey, type SettingKey, settingDefinitions } from './setting-definitions.ts'
import { clearSettingsCache, defaultSettings } from './settings.ts'

type Setting = Operations['updateAdminSetting']['response']
type Detail = Operations['getAdminSetting']['response']

interface Row {
  key: SettingKey
  value: unknown
  updated_at: Date | null
  updated_by: string | null
}

const known = sql`jsonb_to_recordset(${JSON.stringify(
  Object.entries(settingDefinitions).map(([key, { kind, description, isPublic }]) => ({
    ...{ key, kind, description, is_public: isPublic, fallback: defaultSettings[key as SettingKey] },
  })),
)}::jsonb) as k(key text, kind text, description text, is_public boolean, fallback jsonb)`

/** All available settings, including settings with default values. */
export const adminSettingCollection: Collection<'listAdminSettings', Row> = {
  name: 'settings',
  from: sql`${known} left join settings s using (key)`,
  columns: sql`k.key, coalesce(s.value, k.fallback) as value, s.updated_at, s.updated_by`,
  id: sql`k.key`,
  sorts: { key: sql`k.key`, updatedAt: sql`s.updated_at` },
  mayBeNull: ['updatedAt'],
  filters: {
    q: (text) => anyContainsTextSql([sql`k.key`, sql`k.description`], text),
    kind: (kind) => sql`k.kind = ${kind}`,
    isPublic: (flag) => sql`k.is_public = ${flag}`,
    id: (ids) => sql`k.key = any(${toIdArray(ids)}::text[])`,
  },
  present: ({ key, value, updated_at, updated_by }) => {
    const { kind, description, rule, isPublic } = settingDefinitions[key]
    return {
      ...{ id: key, key, kind, description, rule, isPublic },
      value: JSON.stringify(value),
      defaultValue: JSON.stringify(defaultSettings[key]),
      updatedAt: updated_at?.toISOString() ?? null,
      updatedBy: updated_by,
    }
  },
}

async function requireSetting(ctx: Pick<Ctx, 'db'>, id: string): Promise<Setting & { key: SettingKey }> {
  const found = isSettingKey(id) ? await findCollectionRow(ctx.db, adminSettingCollection, id) : undefined
  if (!found) throw createNotFoundError({ setting: id })
  return { ...found, key: found.key as SettingKey }
}

/** Returns a setting with its changes, newest first. Throws 404. */
export async function readSetting(ctx: Ctx, id: string): Promise<Detail> {
  const changes = await getEntityHistory(ctx.db, 'setting', id)
  return {
    ...(await requireSetting(ctx, id)),
    history: changes.map(({ at, by, details }) => ({
      at: at.toISOString(),
      by,
      before: JSON.stringify(details.before ?? null),
      after: JSON.stringify(details.after ?? null),
    })),
  }
}

/** Parses a new value of a setting. Throws 400 with the setting's rule if the value is not allowed. */
function parseValue(key: SettingKey, json: string): unknown {
  const { schema, rule } = settingDefinitions[key]
  const wrong = () => createBadRequestError('value', `${key} must be ${rule}.`)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw wrong()
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success || JSON.stringify(parsed.data).includes('\\u0000')) throw wrong()
  return parsed.data
}

const lockSetting = async (ctx: TransactionContext, id: string): Promise<Setting & { key: SettingKey }> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`setting:${id}`}))`.execute(ctx.db)
  return requireSetting(ctx, id)
}

/**
 * Stores the new value of a setting, or restores the default for `undefined`. The caller must lock the setting first.
 */
async function writeSetting(ctx: TransactionContext, key: SettingKey, before: string, value: unknown): Promise<void> {
  if (value === undefined) await ctx.db.deleteFrom('settings').where('key', '=', key).execute()
  else {
    const row = { value: JSON.stringify(value), updated_by: getActorName(ctx.actor), updated_at: ctx.now }
    await ctx.db
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }
  const after = value === undefined ? defaultSettings[key] : value
  if (JSON.stringify(after) !== before)
    await writeAuditEntry(ctx, {
      action: 'setting.change',
      entity: 'setting',
      entityId: key,
      details: { before: JSON.parse(before), after },
    })
}

/**
 * Returns whether a change requires a second superuser. This is true if the change turns off a protection or raises a
 * limit, or if the setting is sensitive (ACC-20).
 */
function requiresSecondPerson(key: SettingKey, before: unknown, after: unknown): boolean {
  const { secondPerson } = settingDefinitions[key]
  if (secondPerson === 'any') return JSON.stringify(before) !== JSON.stringify(after)
  if (secondPerson === 'disable') return before === true && after !== true
  return secondPerson === 'raise' && Number(after) > Number(before)
}

interface SettingPayload {
  before: string
  /** New value. Absent to restore the default. */
  value?: unknown
}

/**
 * Changes a setting. Concurrent changes run one after the other. `undefined` restores the default. An unchanged value
 * is not audited.
 * @throws {ApiError} 404 if the setting does not exist; 409 if the change now needs approval by a second person, or if
 * another change of the setting is already pending approval
 */
async function change(ctx: Ctx, id: string, parse: (key: SettingKey) => unknown): Promise<Setting> {
  const isPending = await runInTransaction(ctx, async (ctx) => {
    const { key, value: before } = await lockSetting(ctx, id)
    const value = parse(key)
    const after = value === undefined ? defaultSettings[key] : value
    if (requiresSecondPerson(key, JSON.parse(before), after)) {
      const payload: SettingPayload = { before, value }
      const changes = [{ field: key, before, after: JSON.stringify(after) }]
      if (await submitForApproval(ctx, { kind: 'setting', entityId: key, changes, payload, role: 'superuser' }))
        return true
    }
    await writeSetting(ctx, key, before, value)
    return false
  })
  if (isPending) throw createPendingApprovalError()
  clearSettingsCache(ctx.db)
  return requireSetting(ctx, id)
}

/**
 * Applies a change that a second person has approved.
 * @throws {ApiError} 409 if the setting was changed after the request
 */
export async function applySetting(
  ctx: TransactionContext,
  id: string,
  { before, value }: SettingPayload,
): Promise<void> {
  const { key, value: current } = await lockSetting(ctx, id)
  if (current !== before)
    throw createConflictError(
      'concurrent_change',
      'The setting has changed since this request was made. Decline the request.',
    )
  await writeSetting(ctx, key, before, value)
}

/**
 * Changes a setting.
 * @throws {ApiError} 404 if the setting does not exist; 400 if the value is not allowed; 409 if a change is pending
 * approval
 */
export const changeSetting = (ctx: Ctx, id: string, json: string): Promise<Setting> =>
  change(ctx, id, (key) => parseValue(key, json))

/**
 * Restores a setting's default.
 * @throws {ApiError} 404 if the setting does not exist; 409 if a change is pending approval
 */
export const resetSetting = (ctx: Ctx, id: string): Promise<Setting> => change(ctx, id, () => undefined)
