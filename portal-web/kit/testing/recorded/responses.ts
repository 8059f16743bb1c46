import type { PolicyConfirmation } from '@tideline/sdk'
import { getConfirmation } from '@tideline/sdk/operations'
import { onTestFinished, vi } from 'vitest'
import type { Operation, ResponseOf } from '../contract.ts'
import { setResponse } from '../mock-server.ts'
import { type RecordedPolicyName, recordedAt } from './policies.ts'

const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' })

function getResponses(name: RecordedPolicyName) {
  const responses = files[`./${name}.json`]
  if (!responses) throw new Error(`No responses are recorded for ${name}.`)
  return responses
}

/** Returns a copy of an operation's recorded response. The API validated the response against the contract. */
export function getRecordedResponse<Op extends Operation>(name: RecordedPolicyName, operation: Op): ResponseOf<Op> {
  const response = getResponses(name)[operation.name]
  if (!response) throw new Error(`No response of ${operation.name} is recorded for ${name}.`)
  return structuredClone(response) as ResponseOf<Op>
}

/** Returns a policy response that was recorded by API tests, with the given changes. */
export const getRecordedPolicy = (
  name: RecordedPolicyName,
  changes: Partial<PolicyConfirmation> = {},
): PolicyConfirmation => ({ ...getRecordedResponse(name, getConfirmation).payload, ...changes })

/**
 * Sets all recorded responses of a policy and returns the policy. Until the test ends, the clock shows the time of the
 * recording.
 */
export function respondWithRecorded(name: RecordedPolicyName): PolicyConfirmation {
  vi.setSystemTime(recordedAt)
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const [operationId, response] of Object.entries(getResponses(name))) setResponse(operationId, response)
  return getRecordedPolicy(name)
}
