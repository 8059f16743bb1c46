import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '../generated/operations.ts'
import { demoLogIns, demoStaff, opens } from './log-ins.ts'

const asked = Object.values(operations).flatMap(({ access }) => ('roles' in access ? (access.roles ?? []) : []))

test('every role that the contract asks for is said in words', () => {
  expect(Object.keys(opens)).toEqual(expect.arrayContaining([...new Set<string>(asked)]))
})

test('admin@ has every role that the contract asks for, beside the log-ins of one role each', () => {
  const admin = ['internal', ...(demoStaff.find(({ name }) => name === 'admin')?.roles ?? [])]
  expect(admin).toEqual(expect.arrayContaining([...new Set<string>(asked)]))
  for (const { name, roles } of demoStaff) if (name !== 'admin') expect(roles.length).toBeLessThanOrEqual(1)
})

test('docs/demo-book.md says of each log-in what the banner says', () => {
  const page = readFileSync(new URL('../../../docs/demo-book.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
  for (const [email, may] of demoLogIns()) expect(page).toContain(`| \`${email}\` | ${may} |`)
})

test('no log-in is promised everything', () => {
  for (const [, may] of demoLogIns()) expect(may).not.toContain('everything')
  const superuser = demoLogIns().find(([email]) => email.startsWith('superuser'))
  expect(superuser?.[1]).not.toMatch(/billing|lockbox|commission/)
})
