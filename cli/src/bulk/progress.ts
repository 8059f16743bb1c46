import type { Io } from '../base/io.ts'

/** Creates a progress display: a single updating line on a terminal, otherwise one line per row. */
export function createProgress(io: Io, total: number, now: () => number = Date.now) {
  const began = now()
  let failed = 0
  let done = 0
  const pace = () => {
    const aSecond = done / Math.max((now() - began) / 1000, 0.001)
    const seconds = Math.round((total - done) / aSecond)
    return `${aSecond.toPrecision(2)} a second, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
  }
  return {
    /**
     * @param problem the error message of a failed row, or undefined if the row succeeded
     * @param outcome the text for a row that succeeded
     */
    step: (id: string, problem?: string, outcome = 'done') => {
      done++
      if (problem) failed++
      if (!io.stderr.isTerminal) return io.stderr.write(`${id}: ${problem ?? outcome}\n`)
      if (problem) io.stderr.write(`\r\x1b[K${id}: ${problem}\n`)
      io.stderr.write(`\r\x1b[K${done} of ${total}${failed ? `, ${failed} failed` : ''}, ${pace()}`)
    },
    end: () => {
      if (io.stderr.isTerminal && done > 0) io.stderr.write('\r\x1b[K')
    },
  }
}
