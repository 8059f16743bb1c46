import { products } from '@tideline/sdk/words'

export { findProduct, isEarthquake } from '@tideline/sdk/words'

/** SQL condition: the product id in this column is an earthquake product. */
export const earthquakeCondition = (column: string): string =>
  `${column} in (${products.flatMap(({ id, line }) => (line === 'earthquake' ? [id] : [])).join(', ')})`
