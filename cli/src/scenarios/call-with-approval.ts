import type { ScenarioClients } from './scenario-state.ts'

/** Makes a change. If the server requires approval, a second superuser approves the change. */
export async function callWithApproval({ clients }: ScenarioClients, change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (problem) {
    if ((problem as { code?: string }).code !== 'approval_pending') throw problem
    const { decideAdminApproval, listAdminApprovals } = await import('@tideline/sdk/operations')
    const query = { filter: { state: 'pending' as const }, sort: ['requestedAt', 'DESC'] as never }
    const [request] = await clients.supervisor.call(listAdminApprovals, { query })
    if (!request) throw problem
    await clients.supervisor.call(decideAdminApproval, { path: { id: request.id }, body: { decision: 'approve' } })
  }
}
