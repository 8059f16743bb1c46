import { products } from '@tideline/sdk/words'

/** The contract's product names by product ID. */
export const productNames: Record<number, string> = Object.fromEntries(products.map(({ id, name }) => [id, name]))
