import { expect, test } from 'vitest'
import { fields } from './json-sql.ts'

interface Shown {
  policyNo: string
  status?: string
}

test('a select list names every field of what is shown', () => {
  expect(fields<Shown>({ policyNo: 'p.policy_no', status: 's.status' })).toBe(
    'p.policy_no as "policyNo",\n    s.status as "status"',
  )
})

test('a field that is forgotten, or that nobody knows, does not compile', () => {
  // @ts-expect-error status is missing, also where the contract lets it be absent
  fields<Shown>({ policyNo: 'p.policy_no' })
  // @ts-expect-error the contract has no state here
  fields<Shown>({ policyNo: 'p.policy_no', status: 's.status', state: 'p.state' })
  // @ts-expect-error nobody said what is shown, so that anything could be forgotten
  fields({ policyNo: 'p.policy_no' })
})
