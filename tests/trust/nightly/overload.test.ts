import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureOverload } from '../../bench/measure-overload.ts'
import { withClient } from '../../support/copied-server.ts'
import { insertPolicies, startDeployment } from './writing-clients.ts'

// The limits are far from the usual results (docs/performance.md), because other load on the machine changes.

const folder = await mkdtemp(join(tmpdir(), 'tideline-overload-'))
await chmod(folder, 0o755)
const deployment = await startDeployment({ TIDELINE_DATA: folder })

afterAll(async () => {
  await deployment.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('five times the load that keeps the API busy [SYS-8]', () => {
  let result: Awaited<ReturnType<typeof measureOverload>>
  beforeAll(async () => {
    const server = await startEmbeddedPostgres(join(folder, 'postgres'))
    const policyNos = await insertPolicies(server.url(), 100)
    result = await withClient(server.url(), (client) => measureOverload({ api: deployment, client, policyNos }, 4))
  })
  const getFigures = (title: string) => new Map(result.runs).get(title)

  it('completes at least 80 percent of the requests of normal load', () => {
    expect(result.goodput).toBeGreaterThanOrEqual(0.8)
  })

  it('serves health checks, which do not wait behind other requests', () => {
    expect(getFigures('overload: health check')?.failures).toBe(0)
    expect(result.healthDelay).toBeLessThan(0.5)
  })

  it('serves callers equally, and a caller with one connection without errors', () => {
    expect(result.fairness).toBeGreaterThan(0.6)
    expect(getFigures('overload: caller with 1 connection')?.failures).toBe(0)
  })

  it('serves others while one caller waits for a locked row on more connections than the pool has', () => {
    expect(result.besideLock).toBeGreaterThan(0.5)
    expect(getFigures('other callers meanwhile')?.failures).toBe(0)
  })
})
