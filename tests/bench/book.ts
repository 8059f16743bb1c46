import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'

export const root = dirname(dirname(import.meta.dirname))
export const policies = Number(process.env.BENCH_POLICIES ?? 1_000_000)

export const print = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Opens the database server of a book with `size` policies, or with the demo data if `size` is 0. Creates it once and keeps it in
 * `.tideline/<name>-<size>`. Exits the process on failure.
 */
export async function openBook(name: string, size = policies) {
  const dataFolder = join(root, `.tideline/${name}-${size}`)
  if (!existsSync(join(dataFolder, 'ready'))) {
    print(`Making a book of ${size} policies once, in ${dataFolder} …`)
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'api/src/seed.ts'), ...(size ? ['--policies', String(size)] : [])],
      {
        env: { ...process.env, TIDELINE_DATA: dataFolder },
        stdio: 'inherit',
      },
    )
    if (status !== 0) process.exit(1)
    writeFileSync(join(dataFolder, 'ready'), '')
  }
  return { dataFolder, server: await startEmbeddedPostgres(join(dataFolder, 'postgres')) }
}
