import type { Preferences, PreferencesUpdate } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createUnauthorizedError } from '../http/api-error.ts'
import { type Actor, type Ctx, getAccountId } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'

type ListPreferences = Preferences['lists'][number]

const getOwner = (actor: Actor): string => {
  const accountId = getAccountId(actor)
  if (!accountId) throw createUnauthorizedError()
  return accountId
}

/**
 * Returns one row per preference, such as `theme` or `policies.savedFilters`. The last value applies if a name occurs
 * twice.
 */
function getRows({ theme, dailyDigest, lists = [] }: PreferencesUpdate): [name: string, value: unknown][] {
  const own: [string, unknown][] = [
    ['theme', theme],
    ['dailyDigest', dailyDigest],
  ]
  const rows = lists.flatMap(({ list, ...fields }) =>
    Object.entries(fields).map(([field, value]): [string, unknown] => [`${list}.${field}`, value]),
  )
  return [...new Map([...own.filter(([, value]) => value !== undefined), ...rows])]
}

async function read(db: Kysely<DB>, accountId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('account_preferences')
    .select(['name', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  const lists = new Map<string, ListPreferences>()
  const own: Pick<Preferences, 'theme' | 'dailyDigest'> = { theme: null }
  for (const { name, value } of rows) {
    const [list = '', field] = name.split('.')
    if (field) lists.set(list, { ...lists.get(list), list: list as ListPreferences['list'], [field]: value })
    else if (name === 'dailyDigest') own.dailyDigest = value as boolean
    else own.theme = value as Preferences['theme']
  }
  return { ...own, lists: [...lists.values()] }
}

/** Returns the caller's preferences, which are the same on all devices. Throws 401. */
export const getOwnPreferences = (ctx: Ctx): Promise<Preferences> => read(ctx.db, getOwner(ctx.actor))

/** Replaces the given preferences of the caller. Concurrent changes to other preferences are kept. Throws 401. */
export const updateOwnPreferences = (ctx: Ctx, input: PreferencesUpdate): Promise<Preferences> =>
  runInTransaction(ctx, async (ctx) => {
    const accountId = getOwner(ctx.actor)
    await sql`select pg_advisory_xact_lock(hashtext('preferences of ' || ${accountId}))`.execute(ctx.db)
    const rows = getRows(input)
    if (rows.length > 0)
      await ctx.db
        .insertInto('account_preferences')
        .values(rows.map(([name, value]) => ({ account_id: accountId, name, value: JSON.stringify(value) })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'name']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
    return read(ctx.db, accountId)
  })
