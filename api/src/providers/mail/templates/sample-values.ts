import type { DueFacts } from './blocks.ts'

/** Sample values that several emails use. */
export const sampleLink = 'https://tideline.example.com/policyholder?token=a&b=c'
export const samplePolicy = {
  firstName: 'Marina',
  policyNo: 'RFL3000101',
  address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  link: sampleLink,
}
export const sampleAgencyPolicy = {
  ...samplePolicy,
  firstName: 'Harbor Demo Insurance',
  insuredName: 'Marina Sample',
  link: 'https://tideline.example.com/policy/embed/RFL3000101',
}
export const samplePayment = { amountCents: 131775, method: 'Visa ending in 4242' }
export const sampleDue: DueFacts = { dueLabel: 'Amount due by 12/20/2026', dueCents: 131775, balanceCents: 131775 }
export const sampleTime = '2026-11-20T17:30:00.000Z'
