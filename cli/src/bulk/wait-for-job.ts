import { setTimeout } from 'node:timers/promises'
import { CommandError } from '../base/command-error.ts'

interface ServerJob {
  status: string
  error: string | null
}

const pollIntervalMs = 1_000

/**
 * Polls a server job until it ends.
 *
 * @throws the job's error if the job failed
 */
export async function waitForJob<Job extends ServerJob>(getJob: () => Promise<Job>): Promise<Job> {
  for (;;) {
    const job = await getJob()
    if (job.status === 'done') return job
    if (job.status !== 'queued' && job.status !== 'running')
      throw new CommandError(`The server's job is ${job.status}${job.error ? `: ${job.error}` : '.'}`)
    await setTimeout(pollIntervalMs)
  }
}
