import { products } from '@tideline/sdk/words'

export { isEarthquake, productOf } from '@tideline/sdk/words'

/** Whether the product in this column is earthquake, as SQL. */
export const isEarthquakeSql = (column: string): string =>
  `${column} in (${products.flatMap(({ id, line }) => (line === 'earthquake' ? [id] : [])).join(', ')})`
