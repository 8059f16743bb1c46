import {
  breakingChanges,
  type Contract,
  currentContract,
  releasedContract,
  saysThatItBreaks,
} from '@tideline/openapi/breaking.ts'
import { describe, expect, it } from 'vitest'

const current = currentContract()
const changed = (change: (contract: Contract) => void): Contract => {
  const copy = structuredClone(current)
  change(copy)
  return copy
}

describe('who has built on the released contract', () => {
  it('can go on, unless its version says that something breaks', async () => {
    const released = releasedContract()
    if (!saysThatItBreaks(released.info.version, current.info.version))
      expect(await breakingChanges(released, current)).toEqual([])
    expect(released.info.version.split('.')).toHaveLength(3)
  })

  it.each<[string, (contract: Contract) => void]>([
    ['an operation is gone', (contract) => delete contract.paths['/api/v1/claims/options']],
    [
      'a call needs more than before',
      ({ paths }) => {
        const { get } = paths['/api/v1/claims/options'] as { get: { parameters?: object[] } }
        get.parameters = [{ name: 'state', in: 'query', required: true, schema: { type: 'string' } }]
      },
    ],
    [
      'an answer has lost a field',
      (contract) => {
        const { schemas } = (contract as unknown as { components: { schemas: Record<string, { properties: object }> } })
          .components
        const properties = schemas.Claim?.properties as Record<string, unknown>
        delete properties.policyNo
      },
    ],
  ])('is told when %s', async (_, change) => {
    expect(await breakingChanges(current, changed(change))).not.toEqual([])
  })

  it('is not held up by a new operation or a new word', async () => {
    const more = changed(({ paths }) => {
      paths['/api/v1/claims/more'] = structuredClone(paths['/api/v1/claims/options'] as Record<string, object>)
    })
    expect(await breakingChanges(current, more)).toEqual([])
  })
})

it.each([
  ['1.0.0', '1.4.2', false],
  ['1.4.2', '2.0.0', true],
  ['9.0.0', '10.0.0', true],
])('from %s to %s is said to break: %s', (older, newer, breaks) => {
  expect(saysThatItBreaks(older, newer)).toBe(breaks)
})
