/** Billing value for the first mortgagee, in transactions, screens and responses (POL-11). */
export { lenderPays } from '@tideline/sdk/words'
