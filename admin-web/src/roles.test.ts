import { expect, test } from 'vitest'
import { canOpenList } from './kit/resource.ts'
import { policiesResource } from './policies/index.ts'
import { getNavigation } from './shell/nav.ts'
import { uiSettings } from './shell/ui-settings.ts'

test.each([
  [['superuser', 'internal'], true],
  [['internal'], false],
  [['financeadmin', 'internal'], false],
  [['Superuser'], false],
])('checks whether users with the roles %j can open the policies list: %s', (roles, open) => {
  expect(canOpenList(roles, policiesResource)).toBe(open)
})

test('lists navigation entries in the specified order, limited to the user’s roles [P103] [P240]', () => {
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
    'Cancellation Notices /cancellation-notices',
    'Reinstatement Offers /reinstatement-offers',
    'Print Queue /print-queue',
    'Delinquency Plans /delinquencyPlans',
    'Notice Periods /noticePeriods',
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
    'Cancellation Notices /cancellation-notices',
    'Reinstatement Offers /reinstatement-offers',
    'Print Queue /print-queue',
    'Agencies /agencies',
    'Approvals /approvals',
    'Profile /profile',
  ])
  expect(labels('commissionAdmin')).toEqual(['Commission Overrides /overrides', 'Profile /profile'])
  expect(labels('commissionadmin')).toEqual(['Profile /profile'])
})

test('sets the back-office defaults to fixed navigation, fixed header and light theme [P157]', () => {
  expect(uiSettings).toEqual({
    nav: { hidden: false, fixed: true, minified: false },
    header: { fixed: true },
    theme: 'light',
  })
})
