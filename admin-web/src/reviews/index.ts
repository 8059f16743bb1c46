import { Scale } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const reviewsResource: BackOfficeResource = {
  name: 'reviews',
  position: 7,
  operation: 'listAdminReviews',
  label: 'Refund Reviews',
  group: 'Money',
  icon: Scale,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
