/**
 * The billing value for policies that the first mortgagee pays, as used in transactions, screens and responses
 * (POL-11).
 */
export { lenderPays } from '@tideline/sdk/words'
