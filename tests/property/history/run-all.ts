import type { RunHistory } from './run-history.ts'

/** Runs a history for each seed and reports every failure. Stops after five failures. */
export async function runAll(
  runners: readonly RunHistory[],
  seeds: readonly number[],
  options: { isAgentHistory?: boolean } = {},
): Promise<void> {
  const queue = [...seeds]
  const problems: Error[] = []
  const runLane = async (runHistory: RunHistory) => {
    for (let seed = queue.shift(); seed !== undefined && problems.length < 5; seed = queue.shift())
      await runHistory(seed, options).catch((problem: Error) => problems.push(problem))
  }
  await Promise.all(runners.map(runLane))
  if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join('\n'))
}
