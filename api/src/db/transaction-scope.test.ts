import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { createProviders } from '../providers/index.ts'
import { createTestDatabase } from '../testing/database.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'tideline-scope-'))
const providers = await createProviders(readConfig({ NODE_ENV: 'test', TIDELINE_DATA: folder }), {
  pool: database.pool,
  webhook: { url: 'http://localhost/webhook' },
})
afterAll(async () => {
  await providers.close()
  await rm(folder, { recursive: true })
})

const bytes = new TextEncoder().encode('a document')
const { files, pdf } = providers
const slow: [string, () => Promise<unknown>][] = [
  ['files.put', () => files.put(bytes, 'application/pdf')],
  ['files.bytes', () => files.bytes('00/00/0')],
  ['files.get', () => files.get('00/00/0')],
  ['pdf.notice', () => pdf.notice({} as never)],
  ['pdf.stampSignatures', () => pdf.stampSignatures(bytes, [], {} as never)],
  ['pdf.policyApplication', () => pdf.policyApplication({} as never, [])],
]

describe('file and PDF calls inside a transaction', () => {
  it.each(slow)('throw an error for %s to avoid long row locks', async (name, call) => {
    await expect(runInTransaction({ db: database.db }, call)).rejects.toThrow(
      `${name} was called inside a database transaction`,
    )
  })
})

describe('file calls outside a transaction', () => {
  it('can store a file and read it back', async () => {
    await runInTransaction({ db: database.db }, async () => undefined)
    const { key } = await files.put(bytes, 'application/pdf')
    expect(await files.bytes(key)).toEqual(bytes)
  })
})
