import type { PolicyTransaction } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'
import { formatStories, getCountyLabel, getCountyName, getFoundationLabel } from '@tideline/web-kit/labels/labels.ts'
import type { DetailItem } from '@tideline/web-kit/ui/DetailList.tsx'

/**
 * Returns the property facts for display. For earthquake policies, returns the census block and ZIP code instead of
 * building facts.
 */
export function getPropertyFacts(transaction: PolicyTransaction): DetailItem[] {
  const { yearBuilt, constructionDesc, occupancyTypeDesc, propertyTypeDesc, floodZone, county, state, zip } =
    transaction
  const place = { label: getCountyLabel(state), value: getCountyName(county) }
  const building = [
    { label: 'Property Type', value: propertyTypeDesc },
    { label: 'Occupancy Type', value: occupancyTypeDesc },
    { label: 'Year Built', value: yearBuilt },
    { label: 'Number of Stories', value: formatStories(transaction) },
    { label: 'Construction Type', value: constructionDesc },
    { label: 'Foundation Type', value: getFoundationLabel(transaction.foundationType, transaction.foundationTypeDesc) },
    { label: 'Flood Zone', value: floodZone },
    place,
  ]
  const area = [{ label: 'Census Block', value: transaction.censusBlock }, { label: 'Zip Code', value: zip }, place]
  return isEarthquake(transaction.productId) ? area : building
}
