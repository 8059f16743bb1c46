/**
 * Billing value of policies that the first mortgagee pays (POL-11). Transactions, screens and responses use this value.
 */
export { lenderPays } from '@tideline/sdk/words'

/** Billing value of policies that the insured pays. */
export const insuredPays = 'Insured'
