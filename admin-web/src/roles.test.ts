import { getListDefinition } from '@tideline/web-kit/testing/contract.ts'
import { expect, test } from 'vitest'
import { staffAccess } from './generated/staff-access.ts'
import { canOpenList } from './kit/resource.ts'
import { policiesResource } from './policies/index.ts'
import { getNavigation } from './shell/nav.ts'
import { resources } from './shell/resources.ts'
import { uiSettings } from './shell/ui-settings.ts'

test.each([
  [['superuser', 'internal'], true],
  [['internal'], false],
  [['financeadmin', 'internal'], false],
  [['Superuser'], false],
])('checks whether users with the roles %j can open the policies list: %s', (roles, open) => {
  expect(canOpenList(roles, policiesResource)).toBe(open)
})

const specifiedEntries = [
  'Policies /policies',
  'Commissions /commissions',
  'Commission Overrides /overrides',
  'Moratoriums /moratoriums',
  'Billing: Payments /billing/payments',
  'Lockbox Adjustments /lockbox-reprocessing',
]

test('lists navigation entries in the specified order, limited to the user’s roles [P103] [P240]', () => {
  const labels = (...roles: string[]) => getNavigation(roles).map(({ label, to }) => `${label} ${to}`)
  const specified = (...roles: string[]) => labels(...roles).filter((entry) => specifiedEntries.includes(entry))
  const everyRole = ['superuser', 'financeadmin', 'commissionAdmin', 'internal']
  expect(specified(...everyRole)).toEqual(specifiedEntries)
  expect(labels(...everyRole)).toHaveLength(resources.length + 1)
  expect(labels(...everyRole).at(-1)).toBe('Profile /profile')
  expect(specified('internal')).toEqual([])
  expect(specified('commissionAdmin')).toEqual(['Commission Overrides /overrides'])
  expect(labels('commissionadmin')).toEqual(['Profile /profile'])
})

test.each(resources.filter(({ list }) => list))(
  'opens $label with the operation that loads the list (UI-20)',
  (list) => {
    expect(list.operation).toBe(getListDefinition(list.collection ?? list.name).list)
  },
)

test('lets only superusers open the pages without a list', () => {
  const pages = resources.filter(({ list }) => !list).map(({ name, operation }) => [name, staffAccess[operation]])
  expect(pages).toEqual([
    ['jobs', ['superuser']],
    ['mail-templates', ['superuser']],
  ])
})

test('sets the back-office defaults to fixed navigation, fixed header and light theme [P157]', () => {
  expect(uiSettings).toEqual({
    nav: { hidden: false, fixed: true, minified: false },
    header: { fixed: true },
    theme: 'light',
  })
})
