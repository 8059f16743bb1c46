import { products } from '@tideline/sdk/words'

/** Products by id, in the words of the contract. */
export const productNames: Record<number, string> = Object.fromEntries(products.map(({ id, name }) => [id, name]))
