import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { listSources } from './list-sources.ts'

const root = join(import.meta.dirname, '../..')

/** Returns all imports in a package's source files, including type imports. */
const importsIn = (folder: string) =>
  listSources(join(root, folder))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      ts
        .preProcessFile(readFileSync(join(root, folder, path), 'utf8'), true, true)
        .importedFiles.map(({ fileName }) => ({ from: `${folder}/${path}`, what: fileName })),
    )

const outside = (folder: string) =>
  importsIn(folder)
    .filter(
      ({ from, what }) => what.startsWith('.') && !join(root, from, '..', what).startsWith(join(root, folder, '/')),
    )
    .map(({ from, what }) => `${from} imports ${what}`)

it('lets the back office import only the policy pages from the portal', () => {
  const taken = importsIn('admin-web').filter(({ what }) => what.startsWith('@tideline/portal-web'))
  expect(taken).toEqual([
    {
      from: 'admin-web/src/billing/BackOfficeBillingPage.tsx',
      what: '@tideline/portal-web/policy/PolicyBillingPage.tsx',
    },
    { from: 'admin-web/src/policies/Show.tsx', what: '@tideline/portal-web/policy/NotificationEmailPage.tsx' },
    { from: 'admin-web/src/policies/Show.tsx', what: '@tideline/portal-web/policy/PolicyPage.tsx' },
  ])
})

it('prevents the portal from importing the back office, and the kit from importing the portal', () => {
  const upward = importsIn('portal-web').filter(
    ({ from, what }) =>
      what.startsWith('@tideline/admin-web') ||
      (from.startsWith('portal-web/kit/') && what.startsWith('@tideline/portal-web')),
  )
  expect(upward).toEqual([])
})

it('prevents imports of another web package by relative path', () => {
  expect([...outside('admin-web'), ...outside('portal-web'), ...outside('portal-web/kit')]).toEqual([])
})
