import { callWithApproval } from './call-with-approval.ts'
import type { ScenarioClients } from './scenario-state.ts'

/**
 * Enables the features that scenarios require: automatic renewals for second terms, and the delinquency plan for unpaid
 * amounts. An active plan stays active.
 */
export async function prepareSandbox(clients: ScenarioClients): Promise<void> {
  const { activateDelinquencyPlan, listAdminDelinquencyPlans, updateAdminSetting } = await import(
    '@tideline/sdk/operations'
  )
  const { staff } = clients.clients
  await staff.call(updateAdminSetting, { path: { id: 'renewals.automatic' }, body: { value: 'true' } })
  const plans = await staff.call(listAdminDelinquencyPlans, { query: { sort: ['version', 'ASC'] } })
  const [{ version } = { version: 1 }] = plans
  if (plans.some(({ state }) => state === 'active')) return
  await callWithApproval(clients, () => staff.call(activateDelinquencyPlan, { path: { version } }))
}
