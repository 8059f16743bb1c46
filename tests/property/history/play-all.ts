import type { Play } from './play.ts'

/** Plays all histories and reports every failure. Stops after five failures. */
export async function playAll(
  historians: readonly Play[],
  seeds: readonly number[],
  options: { isAgents?: boolean } = {},
): Promise<void> {
  const waiting = [...seeds]
  const problems: Error[] = []
  const lane = async (play: Play) => {
    for (let seed = waiting.shift(); seed !== undefined && problems.length < 5; seed = waiting.shift())
      await play(seed, options).catch((problem: Error) => problems.push(problem))
  }
  await Promise.all(historians.map(lane))
  if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join('\n'))
}
