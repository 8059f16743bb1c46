import { RotateCcw } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const reinstatementOffersResource: BackOfficeResource = {
  name: 'reinstatement-offers',
  collection: 'reinstatementOffers',
  position: 12.5,
  operation: 'listAdminReinstatementOffers',
  label: 'Reinstatement Offers',
  group: 'Money',
  icon: RotateCcw,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
