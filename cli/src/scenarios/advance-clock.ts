import type { ScenarioClients } from './scenario-state.ts'

/**
 * Advances the clock and runs due jobs, such as imports, emails and refunds. Returns the new time.
 * @throws {Error} if a job failed
 */
export async function advanceClock(
  { clients }: ScenarioClients,
  body: { days: number } | { hours: number },
): Promise<string> {
  const sdk = await import('@tideline/sdk/operations')
  const { now, jobs } = (await clients.staff.call(sdk.advanceClock, { body })).payload
  const failed = jobs.filter(({ failures }) => failures > 0).map(({ job }) => job)
  if (failed.length > 0) throw new Error(`Jobs failed until ${now}: ${failed.join(', ')}.`)
  return now
}
