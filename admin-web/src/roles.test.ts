import { expect, test } from 'vitest'
import { roleMay } from './roles.ts'

test.each([
  [['superuser', 'internal'], true],
  [['internal'], false],
  [['financeadmin', 'internal'], false],
  [['Superuser'], false],
])('the admin shell with roles %j is open: %s', (roles, open) => {
  expect(roleMay(roles, 'policies')).toBe(open)
})
