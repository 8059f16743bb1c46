import { sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'

type Check = Operations['getReadiness']['response']['checks'][number]

/** Returns whether the database, the migrations table and the job queue can be read. */
export async function checkReadiness(ctx: Pick<Ctx, 'db' | 'log'>): Promise<Check[]> {
  const check = async (name: Check['name'], query: string): Promise<Check> => {
    try {
      await sql.raw(query).execute(ctx.db)
      return { name, ok: true }
    } catch (problem) {
      ctx.log.warn({ problem: (problem as Error).message, check: name }, 'not ready')
      return { name, ok: false }
    }
  }
  return [
    await check('database', 'select 1'),
    await check('migrations', 'select 1 from schema_migrations limit 1'),
    await check('jobs', 'select 1 from graphile_worker._private_jobs limit 1'),
  ]
}
