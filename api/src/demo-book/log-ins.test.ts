import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '../generated/operations.ts'
import { demoStaff, getDemoLogIns, rolePermissions } from './log-ins.ts'

const requiredRoles = Object.values(operations).flatMap(({ access }) => ('roles' in access ? (access.roles ?? []) : []))

test('describes every account role that API operations require', () => {
  expect(Object.keys(rolePermissions)).toEqual(expect.arrayContaining([...new Set<string>(requiredRoles)]))
})

test('gives admin@ every role that API operations require, and other demo staff at most one role', () => {
  const admin = ['internal', ...(demoStaff.find(({ name }) => name === 'admin')?.roles ?? [])]
  expect(admin).toEqual(expect.arrayContaining([...new Set<string>(requiredRoles)]))
  for (const { name, roles } of demoStaff) if (name !== 'admin') expect(roles.length).toBeLessThanOrEqual(1)
})

test('lists the same demo log-ins in docs/demo-book.md as in the startup banner', () => {
  const page = readFileSync(new URL('../../../docs/demo-book.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
  for (const [email, may] of getDemoLogIns()) expect(page).toContain(`| \`${email}\` | ${may} |`)
})

test('describes no demo account as having access to everything', () => {
  for (const [, may] of getDemoLogIns()) expect(may).not.toContain('everything')
  const superuser = getDemoLogIns().find(([email]) => email.startsWith('superuser'))
  expect(superuser?.[1]).not.toMatch(/billing|lockbox|commission/)
})
