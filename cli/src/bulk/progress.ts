import type { Io } from '../io.ts'

/** How far a run is: one line that changes on a terminal, a line for each row elsewhere. */
export function progressOf(io: Io, total: number, now: () => number = Date.now) {
  const began = now()
  let failed = 0
  let done = 0
  const timeLeft = () => {
    const seconds = Math.round(((now() - began) / 1000 / done) * (total - done))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
  }
  return {
    /** @param problem why the row failed; nothing when it is done */
    step: (id: string, problem?: string) => {
      done++
      if (problem) failed++
      if (!io.stderr.isTerminal) return io.stderr.write(`${id}: ${problem ?? 'done'}\n`)
      if (problem) io.stderr.write(`\r\x1b[K${id}: ${problem}\n`)
      io.stderr.write(`\r\x1b[K${done} of ${total}${failed ? `, ${failed} failed` : ''}, ${timeLeft()}`)
    },
    end: () => {
      if (io.stderr.isTerminal && done > 0) io.stderr.write('\r\x1b[K')
    },
  }
}
