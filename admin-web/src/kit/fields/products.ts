import { products } from '@tideline/sdk/words'

/** Choices of a field for a product. */
export const productChoices = products.map(({ id, name }) => ({ id, name }))

/** Returns the name of a product, or "All products" for null. */
export const getProductName = (productId: number | null): string =>
  products.find(({ id }) => id === productId)?.name ?? 'All products'
