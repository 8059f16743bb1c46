import { expect, test } from 'vitest'
import { getNavigation } from './layout/nav.ts'
import { uiSettings } from './layout/ui-settings.ts'
import { policies } from './policies/index.ts'
import { canOpen } from './resource.ts'

test.each([
  [['superuser', 'internal'], true],
  [['internal'], false],
  [['financeadmin', 'internal'], false],
  [['Superuser'], false],
])('the admin shell with roles %j is open: %s', (roles, open) => {
  expect(canOpen(roles, policies)).toBe(open)
})

test('the side navigation has its entries in order, and those of the role only [P103] [P240]', () => {
  const labels = (...roles: string[]) => getNavigation(roles).map(({ label, to }) => `${label} ${to}`)
  expect(labels('superuser', 'financeadmin', 'commissionAdmin', 'internal')).toEqual([
    'Policies /policies',
    'Jobs /jobs',
    'Commissions /commissions',
    'Payouts /payouts',
    'Commission Overrides /overrides',
    'Moratoriums /moratoriums',
    'Imports /importJobs',
    'Billing: Payments /billing/payments',
    'Lockbox Adjustments /lockbox-reprocessing',
    'Refund Reviews /reviews',
    'Card Fees /cardFees',
    'Agencies /agencies',
    'Accounts /accounts',
    'Settings /settings',
    'Approvals /approvals',
    'Audit Trail /audit',
    'API Keys /apiKeys',
    'Webhooks /webhookEndpoints',
    'Email Templates /mail-templates',
    'Profile /profile',
  ])
  expect(labels('internal')).toEqual([
    'Imports /importJobs',
    'Refund Reviews /reviews',
    'Agencies /agencies',
    'Approvals /approvals',
    'Profile /profile',
  ])
  expect(labels('commissionAdmin')).toEqual(['Commission Overrides /overrides', 'Profile /profile'])
  expect(labels('commissionadmin')).toEqual(['Profile /profile'])
})

test('nav and header start fixed and in sight, in light colours [P157]', () => {
  expect(uiSettings).toEqual({
    nav: { hidden: false, fixed: true, minified: false },
    header: { fixed: true },
    theme: 'light',
  })
})
