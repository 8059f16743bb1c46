import { products } from '@tideline/sdk/words'

/** Product names by product ID, from the contract. */
export const productNames: Record<number, string> = Object.fromEntries(products.map(({ id, name }) => [id, name]))
