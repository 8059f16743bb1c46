import { CommandError } from '../base/command-error.ts'
import { readProfile } from '../base/config.ts'
import { createPublicClient, type Deps, type GlobalOptions, getApiUrl, getProfileName } from '../base/session.ts'
import type { ScenarioClients } from './scenario-state.ts'

/** Email addresses of the demo accounts. Every sandbox with demo data has these accounts. */
const demoEmails = {
  ...{ staff: 'admin@example.com', finance: 'finance@example.com', supervisor: 'superuser@example.com' },
  agent: 'agent@example.com',
}
export const defaultDemoPassword = 'Tideline-Demo-1'

/** Logs in the demo accounts of a sandbox. */
export async function createSandboxClients(
  deps: Deps,
  options: GlobalOptions,
  password: string,
): Promise<ScenarioClients> {
  const { login } = await import('@tideline/sdk/operations')
  const publicClient = await createPublicClient(deps, options)
  const baseUrl = getApiUrl(deps, options, await readProfile(deps.configFile, getProfileName(deps, options)))
  const signedIn = async (email: string) => {
    const { payload } = await publicClient.call(login, { body: { email, password } as never })
    return deps.client({ baseUrl, token: (payload as { token: string }).token })
  }
  const [staff, finance, supervisor, agent] = await Promise.all(Object.values(demoEmails).map(signedIn))
  if (!staff || !finance || !supervisor || !agent) throw new CommandError('The demo log-ins do not exist.')
  return { clients: { staff, finance, supervisor, agent }, stripe: createStripeCaller(baseUrl) }
}

/** Returns a function that calls the sandbox's Stripe simulator as Stripe.js does. */
const createStripeCaller =
  (baseUrl: string): ScenarioClients['stripe'] =>
  async (path, form) => {
    const response = await fetch(`${baseUrl}/stripe-simulator/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer pk_test_simulator', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    })
    const { id } = (await response.json().catch(() => ({}))) as { id?: string }
    if (!id) throw new CommandError('The sandbox has no Stripe simulator, which scenarios need for payments.')
    return id
  }
