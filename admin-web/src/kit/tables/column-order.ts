/**
 * Returns the positions of all columns in the order that the user chose. Columns that are missing in it, such as new
 * ones, follow in their own order.
 * @param chosen the saved positions, which can be outdated
 */
export function getColumnOrder(chosen: readonly number[], count: number): number[] {
  const known = chosen.filter((position) => position < count)
  const others = Array.from({ length: count }, (_, position) => position).filter((one) => !known.includes(one))
  return [...known, ...others]
}

/** Returns the order after the column at `index` has been exchanged with the previous (-1) or next (1) one. */
export function moveColumn(order: readonly number[], index: number, by: -1 | 1): number[] {
  const [moved, other] = [order[index], order[index + by]]
  if (moved === undefined || other === undefined) return [...order]
  return order.with(index, other).with(index + by, moved)
}
