/** How transactions, screens and answers name the first mortgagee as the one who is billed (POL-11). */
export { lenderPays } from '@tideline/sdk/words'
