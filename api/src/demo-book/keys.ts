import type { ApiScope } from '@tideline/sdk/types'
import { insertApiKey } from '../credentials/create-api-key.ts'
import { operations } from '../generated/operations.ts'
import type { OperationEntry } from '../http/operation.ts'
import type { DemoActors } from './actors.ts'
import type { Simulation } from './simulation.ts'

/**
 * The only API key whose secret is public (docs/demo-book.md). It has the read access of the agent of Harborview, a
 * demo agency, and works only in demos.
 */
export const demoApiKey = 'tideline_test_demo00000001_everybody-may-know-this-key-of-the-demobook'

/** Returns the scopes of all read operations that an agent without roles may call. */
const getAgentReadScopes = (): ApiScope[] => {
  const entries: OperationEntry[] = Object.values(operations)
  const scopes = entries.flatMap(({ scope, access: { who, roles } }) =>
    scope && who.includes('agent') && !roles ? scope : [],
  )
  return [...new Set(scopes as ApiScope[])].filter((scope) => scope.endsWith(':read')).sort()
}

/** Creates an API key for Harborview, a demo agency, so that new users can call the API without a log-in. */
export async function seedApiKey(past: Simulation, actors: DemoActors): Promise<void> {
  const agent = actors.agents.get('100100')
  if (!agent) throw new Error('Agency 100100 has no agent')
  const expiresAt = new Date(past.now.getTime() + 365 * 86_400_000)
  const input = {
    name: 'Nightly sync of Harborview',
    accountId: agent.accountId,
    scopes: getAgentReadScopes(),
    expiresAt,
  }
  await insertApiKey(past.at(past.now, actors.superuser), input, { prefix: demoApiKey.slice(0, 26), text: demoApiKey })
}
