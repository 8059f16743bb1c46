/** Products by id, in the words of the catalogue (spec 1 §1). */
export const productNames: Record<number, string> = {
  1: 'Residential flood',
  2: 'Commercial flood',
  3: 'Commercial RCBAP',
  4: 'Residential earthquake',
  5: 'Commercial earthquake',
  6: 'Residential excess',
  7: 'Commercial excess',
  8: 'RCBAP excess',
}
