import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { describe, expect, it } from 'vitest'
import { recordedAt, recordedPolicies } from '../../portal-web/kit/testing/recorded/policies.ts'
import { calls, exampleRequest } from '../support/contract.ts'
import { normalizeResponses } from '../support/normalize-responses.ts'

/** If UPDATE_EXAMPLES is set, the recorded responses of component tests are written again. */
const { UPDATE_EXAMPLES } = process.env

/** Operations that the policy page and the completion wizard call for a policy. */
const operationIds = [
  ...['getConfirmation', 'getPolicyTransactions', 'getCancellation', 'getPolicyHistory'],
  ...['getPolicyLiens', 'listPaymentMethods', 'listLatestDocuments', 'getPolicyDocuments'],
]
const operations = calls.filter(({ operationId }) => operationIds.includes(operationId))
const folder = join(import.meta.dirname, '../../portal-web/kit/testing/recorded')

const api = await createDemoApi()
const { db } = api

/** Returns the log-in of a viewer. This is the policyholder of the policy, or the demo account of that name. */
async function getTokenFor(viewer: string, policyNo: string) {
  if (viewer === 'insured') {
    const { identity_id: identityId } = await db
      .selectFrom('policies')
      .select('identity_id')
      .where('policy_no', '=', policyNo)
      .executeTakeFirstOrThrow()
    return api.tokenFor({ identityId })
  }
  const { account_id: accountId } = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('email', '=', `${viewer}@example.com`)
    .executeTakeFirstOrThrow()
  return api.tokenFor({ accountId })
}

async function recordResponses(viewer: string, policyNo: string) {
  const responses: Record<string, unknown> = {}
  const token = await getTokenFor(viewer, policyNo)
  for (const operation of operations) {
    const { url } = exampleRequest(operation, 'http://localhost', { policyNo })
    const response = await api.call('GET', new URL(url).pathname, { token })
    expect(response.status, operation.operationId).toBe(200)
    responses[operation.operationId] = await response.json()
  }
  return normalizeResponses(responses, recordedAt)
}

describe('recorded responses of component tests', () => {
  it.each(Object.entries(recordedPolicies))('equal the API responses for %s', async (name, { policyNo, viewer }) => {
    const file = join(folder, `${name}.json`)
    const responses = await recordResponses(viewer, policyNo)
    if (UPDATE_EXAMPLES) writeFileSync(file, `${JSON.stringify(responses, null, 2)}\n`)
    expect(existsSync(file), `Run with UPDATE_EXAMPLES=yes to record ${name}.`).toBe(true)
    expect(responses).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})
