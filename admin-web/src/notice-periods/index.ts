import { Scale } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const forms = () => import('./Form.tsx')

export const noticePeriodsResource: BackOfficeResource = {
  name: 'noticePeriods',
  position: 15,
  operation: 'listAdminNoticePeriods',
  label: 'Notice Periods',
  group: 'Money',
  icon: Scale,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(async () => ({ default: (await forms()).NoticePeriodEdit })),
  create: lazy(async () => ({ default: (await forms()).NoticePeriodCreate })),
}
