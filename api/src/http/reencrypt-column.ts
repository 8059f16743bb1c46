import { sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from './context.ts'
import { decryptText, type EncryptedLocation, encryptText, getFirstKeyPrefix } from './encrypted-text.ts'
import { runInTransaction } from './run-in-transaction.ts'

/** A column with encrypted texts. */
export interface EncryptedColumn {
  table: keyof DB
  /** Name of the id column, whose type must be uuid. */
  id: string
  column: string
  place: EncryptedLocation['column']
}

const atATime = 100

/**
 * Re-encrypts texts with the first key of SEALING_KEYS. Afterward, the other keys can be removed. Locked rows are
 * skipped until the next run.
 *
 * @throws Error if the key of a text is missing
 */
export async function reencryptColumn(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  { table, id, column, place }: EncryptedColumn,
): Promise<void> {
  const { sealing } = ctx.keys
  const some = () =>
    runInTransaction(ctx, async ({ db }) => {
      const { rows } = await sql<{ row: string; sealed: string }>`
        select ${sql.ref(id)}::text as row, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where not starts_with(${sql.ref(column)}, ${getFirstKeyPrefix(sealing)})
        order by ${sql.ref(id)} limit ${atATime} for update skip locked`.execute(db)
      for (const { row, sealed } of rows) {
        const reencrypted = encryptText(
          sealing,
          { row, column: place },
          decryptText(sealing, { row, column: place }, sealed),
        )
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${reencrypted} where ${sql.ref(id)} = ${row}::uuid`.execute(
          db,
        )
      }
      return rows.length
    })
  while ((await some()) === atATime);
}
