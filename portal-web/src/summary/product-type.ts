import type { PolicyTransaction } from '@tideline/sdk'
import { metaOf } from '../base/transaction-meta.ts'

const titles = {
  single_family: 'One Home',
  rcbap: 'Entire Residential Condo Building',
  mixed_use: 'Mixed Use Building',
  apartment: 'Apartment or Coop',
  earthquake_residential: 'Residential',
  earthquake_commercial: 'Commercial',
  commercial: 'Main Street Mercantile Commercial Buildings',
  hotel: 'Hotels Motels and Inns',
} as const
export type ProductType = keyof typeof titles

type Insured = Pick<PolicyTransaction, 'productId' | 'propertyTypeDesc' | 'meta'>

/** What kind of building or line a policy insures, by its product (spec 2 §1). */
export function productTypeOf(insured: Insured): ProductType {
  const { numberOfUnits = 0, mixedUseResidentialPct = 0 } = metaOf(insured)
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

/** What the kind is called where a policy is described. */
export const productTitle = (insured: Insured) => titles[productTypeOf(insured)]
