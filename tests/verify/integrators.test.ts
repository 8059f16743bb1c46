import { rm } from 'node:fs/promises'
import { afterAll, describe } from 'vitest'
import { defineIntegratorTests } from '../packages/integrator-tests.ts'
import { addGuidePackages, installTarballs, packCopy } from '../support/installation.ts'

const { repository, tarballs } = await packCopy()
const installation = await installTarballs(Object.values(tarballs), 'npm')
await addGuidePackages(installation)

afterAll(async () => {
  for (const folder of [repository, installation.home]) await rm(folder, { recursive: true, force: true })
})

describe('integration with the packed SDK, the packed CLI and the guides', await defineIntegratorTests(installation))
