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

/** Requirements whose text contains no path, or a path that was replaced. */
const replacedCalls = new Map(
  readFileSync(join(folder, 'calls-without-a-path.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([id = '', call = '']) => [id, call]),
)

/** Paths for which the specification has two names. The contract uses the second name. */
const otherNames = new Map([
  ['/api/v1/agencies/bindCount/{agentNo}', '/api/v1/agencies/bindCount/{agentCode}'],
  ['/api/v1/agencies/{agencyId}', '/api/v1/agencies/{agencyNo}'],
])

/** Returns a path without its query. The specification also defines the names of path parameters (API-1). */
const shape = (path: string) => {
  const plain = path.replace(/\?.*$/, '')
  return otherNames.get(plain) ?? plain
}
const known = new Set(calls.map(({ method, path }) => `${method} ${path}`))

const documentedCalls = (id: string, text: string) => {
  const replaced = replacedCalls.get(id)
  if (replaced) return [replaced]
  return [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/api\/[^\s;,)|"]+)/g)].map(
    ([, method, path = '']) => `${method} ${path.replace(/[.:]$/, '')}`,
  )
}

describe('specified operations in the contract', () => {
  test.each(rows.map(([id = '', , , text = '']) => ({ id, text })))(
    'include every operation that requirement $id specifies [$id]',
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
