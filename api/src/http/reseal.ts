import { sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from './context.ts'
import { inTransaction } from './in-transaction.ts'
import { type SealedPlace, seal, sealedByFirst, unseal } from './sealed-text.ts'

/** A column that holds sealed texts. */
export interface SealedColumn {
  table: keyof DB
  /** Of type uuid. */
  id: string
  column: string
  place: SealedPlace['column']
}

const atATime = 100

/**
 * Seals with the first key what an earlier one has sealed, so that the earlier one can go. A row that somebody has in hand is left for
 * the next time.
 *
 * @throws when a text's key is gone already
 */
export async function resealColumn(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  { table, id, column, place }: SealedColumn,
): Promise<void> {
  const { sealing } = ctx.keys
  const some = () =>
    inTransaction(ctx, async ({ db }) => {
      const { rows } = await sql<{ row: string; sealed: string }>`
        select ${sql.ref(id)}::text as row, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where not starts_with(${sql.ref(column)}, ${sealedByFirst(sealing)})
        order by ${sql.ref(id)} limit ${atATime} for update skip locked`.execute(db)
      for (const { row, sealed } of rows) {
        const anew = seal(sealing, { row, column: place }, unseal(sealing, { row, column: place }, sealed))
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew} where ${sql.ref(id)} = ${row}::uuid`.execute(
          db,
        )
      }
      return rows.length
    })
  while ((await some()) === atATime);
}
