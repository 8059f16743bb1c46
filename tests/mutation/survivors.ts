/**
 * A mutant that no test detects. The line number is left out, so that an entry stays valid when other lines of the file
 * change.
 */
export interface Survivor {
  /** Relative to the root of the repository. */
  file: string
  /** Text of the source line on which the mutant starts. */
  line: string
  /** Original and mutated code: `a > b → a >= b`. */
  mutation: string
}

/** A row of `survivors.tsv`. */
export interface ListedSurvivor extends Survivor {
  /** Why no test can detect the mutant. */
  reason: string
}

const header = ['file', 'line', 'mutation', 'reason'].join('\t')

export const parseSurvivors = (text: string): ListedSurvivor[] =>
  text
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((row) => {
      const [file = '', line = '', mutation = '', reason = ''] = row.split('\t')
      return { file, line, mutation, reason }
    })

const getKey = ({ file, line, mutation }: Survivor) => [file, line, mutation].join('\t')

export const formatSurvivors = (rows: readonly ListedSurvivor[]): string =>
  `${[header, ...rows.map((row) => `${getKey(row)}\t${row.reason}`).toSorted()].join('\n')}\n`

/**
 * Compares the survivors of a run with the listed ones. Identical mutants on identical lines are counted separately.
 */
export function compareSurvivors<Found extends Survivor>(
  found: readonly Found[],
  listed: readonly ListedSurvivor[],
): { unlisted: Found[]; killed: ListedSurvivor[]; survived: ListedSurvivor[] } {
  const open = Map.groupBy(listed, getKey)
  const unlisted = found.filter((each) => open.get(getKey(each))?.pop() === undefined)
  const killed = [...open.values()].flat()
  return { unlisted, killed, survived: listed.filter((row) => !killed.includes(row)) }
}

const arrow = ' → '

/** Describes a mutation in one line. Long code is shortened to its first and last characters. */
export const describeMutation = (original: string, replacement: string): string =>
  `${shorten(original)}${arrow}${shorten(replacement)}`

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length <= 100 ? line : `${line.slice(0, 60)} … ${line.slice(-30)}`
}
