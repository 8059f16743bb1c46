import { productNames } from '../kit/products.ts'

/** The products, as options for a form. */
export const productChoices = Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))
