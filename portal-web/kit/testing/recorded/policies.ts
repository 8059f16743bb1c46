/**
 * Demo policies and viewers whose API responses are recorded for component tests.
 * `tests/responses/recorded-policies.test.ts` writes one file for each entry.
 */
export const recordedPolicies = {
  unsigned: { policyNo: 'RFL3000101', viewer: 'agent' },
  unsignedForPolicyholder: { policyNo: 'RFL3000101', viewer: 'insured' },
  readOnly: { policyNo: 'RFL3000103', viewer: 'readonly' },
  newYork: { policyNo: 'RCB3000111', viewer: 'agent' },
  billedToLender: { policyNo: 'RFL3000103', viewer: 'agent' },
  monthly: { policyNo: 'EQR3000104', viewer: 'agent' },
  monthlyPastDue: { policyNo: 'EQR3000135', viewer: 'agent' },
  overdue: { policyNo: 'RFL3000134', viewer: 'agent' },
  paid: { policyNo: 'RFL3000102', viewer: 'insured' },
  overpaid: { policyNo: 'RFL3000132', viewer: 'internal' },
  processing: { policyNo: 'CXS3001030', viewer: 'internal' },
  pendingCancel: { policyNo: 'RFL3000108', viewer: 'agent' },
  cancelled: { policyNo: 'RFL3000109', viewer: 'internal' },
  expired: { policyNo: 'RFL3000110', viewer: 'internal' },
} as const

export type RecordedPolicyName = keyof typeof recordedPolicies

/**
 * Time at which the demo data was recorded. Component tests set their clock to this time because the recorded dates
 * never change.
 */
export const recordedAt = new Date('2026-11-20T15:00:00Z')
