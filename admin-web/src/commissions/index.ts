import type { AdminCommissionStatement } from '@tideline/sdk'
import { formatMonth } from '@tideline/web-kit/formats/format.ts'
import { Percent } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const commissionsResource: BackOfficeResource = {
  name: 'commissions',
  collection: 'commissionStatements',
  position: 2,
  operation: 'listAdminCommissionStatements',
  label: 'Commissions',
  group: 'Commissions',
  icon: Percent,
  list: lazy(() => import('./List.tsx')),
  // react-admin calls the page at `/commissions/:statementId/:statementMonth?/:statementYear?` the edit page.
  edit: lazy(() => import('./CommissionPage.tsx')),
  recordRepresentation: (statement: AdminCommissionStatement) => `${statement.agencyName}, ${formatMonth(statement)}`,
}
