import type { AdminCommissionOverride } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import { productNames } from '../kit/products.ts'
import type { BackOfficeResource } from '../kit/resource.ts'

export const overridesResource: BackOfficeResource = {
  name: 'overrides',
  collection: 'commissionOverrides',
  position: 3,
  operation: 'listAdminCommissionOverrides',
  // Users with the role financeadmin can also open an agency's overrides (ACC-13).
  pagesOperation: 'getCommissionOverrides',
  label: 'Commission Overrides',
  group: 'Commissions',
  icon: SlidersHorizontal,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(() => import('./OverridePage.tsx')),
  create: lazy(async () => ({ default: (await import('./Form.tsx')).OverrideCreate })),
  recordRepresentation: ({ agencyName, productId, effectiveDate }: AdminCommissionOverride) =>
    `${agencyName}, ${productNames[productId]} from ${formatDate(effectiveDate)}`,
}
