import { setTimeout } from 'node:timers/promises'
import { Failure } from '../failure.ts'

interface Work {
  status: string
  error: string | null
}

const betweenMs = 1_000

/** Polls a server job until it ends. Throws with the job's error when it failed. */
export async function untilDone<Job extends Work>(ask: () => Promise<Job>): Promise<Job> {
  for (;;) {
    const job = await ask()
    if (job.status === 'done') return job
    if (job.status !== 'queued' && job.status !== 'running')
      throw new Failure(`The server's job is ${job.status}${job.error ? `: ${job.error}` : '.'}`)
    await setTimeout(betweenMs)
  }
}
