/** Fixed lists from the specification, each with a name, a requirement id and its codes in order. */
export const documentedLists = [
  ['propertyTypes', 'P408', 'primaryHome secondaryHome rentalOwner rentalTenant'],
  [
    'foundationTypes',
    'P409',
    'slab crawlspace stiltsWithVents stiltsWithSolidEnclosure unfinishedGarage garageWithNonElevatedUtilities unfinishedBasement finishedBasement',
  ],
  ['billing', 'P410', 'insured coapplicant lienholder'],
  ['paymentMethods', 'P411', 'credit ach check'],
  ['deliveryMethods', 'P412', 'electronic print'],
  ['occupancyTypes', 'P413', 'singleFamily multiFamily condo manufactured'],
  ['stories', 'P414', '1 2 3 4'],
  ['constructionTypes', 'P415', 'masonry wood steel concrete other'],
  ['lossCounts', 'P416', 'none oneUnder25k oneOver25k twoOrMore'],
] as const
