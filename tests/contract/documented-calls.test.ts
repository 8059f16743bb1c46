import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '../support/contract.ts'

const folder = join(import.meta.dirname, '../requirements')
const rows = readdirSync(folder)
  .filter((name) => name.startsWith('requirements-'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  .map((line) => line.split('\t'))
  .filter(([, , kind]) => kind === 'api')

/** Rows whose text names no path, or names one that a decision replaced. */
const elsewhere = new Map(
  readFileSync(join(folder, 'calls-without-a-path.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([id = '', call = '']) => [id, call]),
)

/** The documents give one place two names here; the contract has the other one. */
const otherNames = new Map([
  ['/api/v1/agencies/bindCount/{agentNo}', '/api/v1/agencies/bindCount/{agentCode}'],
  ['/api/v1/agencies/{agencyId}', '/api/v1/agencies/{agencyNo}'],
])

/** A path without its query; the names of its parameters are documented, too (API-1). */
const shape = (path: string) => {
  const plain = path.replace(/\?.*$/, '')
  return otherNames.get(plain) ?? plain
}
const known = new Set(calls.map(({ method, path }) => `${method} ${path}`))

const documentedCalls = (id: string, text: string) => {
  const replaced = elsewhere.get(id)
  if (replaced) return [replaced]
  return [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/api\/[^\s;,)|"]+)/g)].map(
    ([, method, path = '']) => `${method} ${path.replace(/[.:]$/, '')}`,
  )
}

describe('the contract holds every documented call', () => {
  test.each(rows.map(([id = '', , , text = '']) => ({ id, text })))(
    '$id names a call that the contract has [$id]',
    ({ id, text }) => {
      const named = documentedCalls(id, text)
      expect(named, `${id} names no call`).not.toHaveLength(0)
      for (const call of named) {
        const [method, path = ''] = call.split(' ')
        expect(known, `${id}: ${call}`).toContain(`${method} ${shape(path)}`)
      }
    },
  )
})
