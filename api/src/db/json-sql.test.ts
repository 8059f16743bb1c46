import { expect, test } from 'vitest'
import { selectFields } from './json-sql.ts'

interface Shown {
  policyNo: string
  status?: string
}

test('builds an SQL select list with every field of the contract type', () => {
  expect(selectFields<Shown>({ policyNo: 'p.policy_no', status: 's.status' })).toBe(
    'p.policy_no as "policyNo",\n    s.status as "status"',
  )
})

test('fails to compile an SQL select list with a missing or unknown field', () => {
  // @ts-expect-error status is missing, and even fields that are optional in the contract are required
  selectFields<Shown>({ policyNo: 'p.policy_no' })
  // @ts-expect-error the contract type has no field state
  selectFields<Shown>({ policyNo: 'p.policy_no', status: 's.status', state: 'p.state' })
  // @ts-expect-error without the type argument, a missing field would not be detected
  selectFields({ policyNo: 'p.policy_no' })
})
