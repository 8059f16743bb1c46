import { CalendarClock } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const delinquencyPlansResource: BackOfficeResource = {
  name: 'delinquencyPlans',
  position: 14,
  operation: 'listAdminDelinquencyPlans',
  label: 'Delinquency Plans',
  group: 'Money',
  icon: CalendarClock,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  create: lazy(() => import('./Form.tsx')),
}
