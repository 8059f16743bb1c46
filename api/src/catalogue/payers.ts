/** How transactions, screens and answers name the first mortgagee as the one who is billed (decision 41). */
export { lenderPays } from '@tideline/sdk/words'
