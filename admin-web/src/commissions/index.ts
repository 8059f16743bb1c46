import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const commissions: BackOfficeResource = {
  name: 'commissions',
  collection: 'commissionStatements',
  place: 2,
  role: 'financeadmin',
  label: 'Commissions',
  list: lazy(() => import('./CommissionList.tsx')),
  show: lazy(() => import('./CommissionShow.tsx')),
}
