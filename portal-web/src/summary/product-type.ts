import type { PolicyTransaction } from '@tideline/sdk'
import { propertyTypeScopes } from '@tideline/sdk/words'
import { parseTransactionMeta } from '../base/transaction-meta.ts'

type Building = Exclude<(typeof propertyTypeScopes)[number]['type'], 'earthquake'>
export type ProductType = Building | 'earthquake_residential' | 'earthquake_commercial'

const titles = new Map<ProductType | 'earthquake', string>([
  ...propertyTypeScopes.map(({ type, name }) => [type, name] as const),
  ['earthquake_residential', 'Residential'],
  ['earthquake_commercial', 'Commercial'],
])

type Insured = Pick<PolicyTransaction, 'productId' | 'propertyTypeDesc' | 'meta'>

/** Returns the product type of a policy, such as apartment or hotel (POL-2). */
export function getProductType(insured: Insured): ProductType {
  const { numberOfUnits = 0, mixedUseResidentialPct = 0 } = parseTransactionMeta(insured)
  switch (insured.productId) {
    case 1:
    case 6:
      return numberOfUnits >= 1 ? 'apartment' : 'single_family'
    case 2:
    case 7:
      if (mixedUseResidentialPct > 0) return 'mixed_use'
      return /hotel|motel|\binn\b/i.test(insured.propertyTypeDesc ?? '') ? 'hotel' : 'commercial'
    case 3:
    case 8:
      return 'rcbap'
    case 4:
      return 'earthquake_residential'
    case 5:
      return 'earthquake_commercial'
  }
}

/** Returns the display name of a policy's product type. */
export const getProductTitle = (insured: Insured) => titles.get(getProductType(insured))
