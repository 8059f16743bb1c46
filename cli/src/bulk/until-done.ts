import { setTimeout } from 'node:timers/promises'
import { Failure } from '../failure.ts'

interface Work {
  status: string
  error: string | null
}

const betweenMs = 1_000

/** Asks how far a job of the server is until it has ended. Throws with its reason when it ended badly. */
export async function untilDone<Job extends Work>(ask: () => Promise<Job>): Promise<Job> {
  for (;;) {
    const job = await ask()
    if (job.status === 'done') return job
    if (job.status !== 'queued' && job.status !== 'running')
      throw new Failure(`The server's job is ${job.status}${job.error ? `: ${job.error}` : '.'}`)
    await setTimeout(betweenMs)
  }
}
