import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { createInstallation } from '../packages/installation.ts'
import { defineIntegratorTests } from '../packages/integrator-tests.ts'

const installation = await createInstallation()

beforeAll(installation.install, 180_000)
afterAll(() => rm(installation.home, { recursive: true, force: true }))

describe('integration with the packed SDK, the packed CLI and the guides', await defineIntegratorTests(installation))
