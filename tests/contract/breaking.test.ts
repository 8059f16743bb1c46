import {
  type Contract,
  findBreakingChanges,
  isMajorVersionBump,
  readCurrentContract,
  readPublishedContract,
} from '@tideline/openapi/breaking.ts'
import { describe, expect, it } from 'vitest'

const current = readCurrentContract()
/** Two paths of the contract. Comparing the whole contract takes seconds per change. */
const paths = ['/api/v1/claims/options', '/api/v1/claims']
const small: Contract = {
  ...current,
  paths: Object.fromEntries(paths.map((path) => [path, current.paths[path] as Record<string, object>])),
}
const changed = (change: (contract: Contract) => void): Contract => {
  const copy = structuredClone(small)
  change(copy)
  return copy
}

describe('contract backward compatibility check', () => {
  it('finds breaking changes only in a new major version', async () => {
    const released = readPublishedContract()
    if (!isMajorVersionBump(released.info.version, current.info.version))
      expect(await findBreakingChanges(released, current)).toEqual([])
    expect(released.info.version.split('.')).toHaveLength(3)
  })

  it.each<[string, (contract: Contract) => void]>([
    ['an operation is removed', (contract) => delete contract.paths['/api/v1/claims/options']],
    [
      'a request requires a new parameter',
      ({ paths }) => {
        const { get } = paths['/api/v1/claims/options'] as { get: { parameters?: object[] } }
        get.parameters = [{ name: 'state', in: 'query', required: true, schema: { type: 'string' } }]
      },
    ],
    [
      'a response loses a field',
      (contract) => {
        const { schemas } = (contract as unknown as { components: { schemas: Record<string, { properties: object }> } })
          .components
        const properties = schemas.Claim?.properties as Record<string, unknown>
        delete properties.policyNo
      },
    ],
  ])('reports a breaking change when %s', async (_, change) => {
    expect(await findBreakingChanges(small, changed(change))).not.toEqual([])
  })

  it('reports no breaking change for a new operation', async () => {
    const more = changed(({ paths }) => {
      paths['/api/v1/claims/more'] = structuredClone(paths['/api/v1/claims/options'] as Record<string, object>)
    })
    expect(await findBreakingChanges(small, more)).toEqual([])
  })
})

it.each([
  ['1.0.0', '1.4.2', false],
  ['1.4.2', '2.0.0', true],
  ['9.0.0', '10.0.0', true],
])('detects a major version increase from %s to %s: %s', (older, newer, breaks) => {
  expect(isMajorVersionBump(older, newer)).toBe(breaks)
})
