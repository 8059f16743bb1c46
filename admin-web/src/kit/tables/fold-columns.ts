/** A column as far as the order in which columns are hidden depends on it. */
export interface FoldableColumn {
  source: string | undefined
  /** Whether the column contains amounts or buttons. */
  isFixed: boolean
}

/** The columns that show the state of a row, the preferred one first. */
export const stateSources = ['status', 'paymentStatus', 'state']

/**
 * Returns the columns that can be hidden when the table is too wide, in the order in which they are hidden (UI-22). The
 * first column, amounts, buttons and the status are never hidden. `first` is hidden before the others, which follow from
 * right to left.
 */
export function getFoldOrder(columns: readonly FoldableColumn[], first: readonly string[] = []): string[] {
  const foldable = columns
    .slice(1)
    .flatMap(({ source, isFixed }) => (source && !isFixed && !stateSources.includes(source) ? [source] : []))
  const preferred = first.filter((source) => foldable.includes(source))
  return [...preferred, ...foldable.filter((source) => !preferred.includes(source)).reverse()]
}
