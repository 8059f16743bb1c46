import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { policies } from './policies/index.ts'
import type { Area } from './roles.ts'

const override = () => import('./overrides/OverrideForm.tsx')
const moratorium = () => import('./moratoriums/MoratoriumForm.tsx')

/** The lists of the back office by area; each name is its address. */
export const resources: Record<Area, ResourceProps> = {
  policies,
  commissions: {
    name: 'commissions',
    list: lazy(() => import('./commissions/CommissionList.tsx')),
    show: lazy(() => import('./commissions/CommissionShow.tsx')),
  },
  overrides: {
    name: 'overrides',
    list: lazy(() => import('./overrides/OverrideList.tsx')),
    edit: lazy(async () => ({ default: (await override()).OverrideEdit })),
    create: lazy(async () => ({ default: (await override()).OverrideCreate })),
  },
  moratoriums: {
    name: 'moratoriums',
    list: lazy(() => import('./moratoriums/MoratoriumList.tsx')),
    edit: lazy(async () => ({ default: (await moratorium()).MoratoriumEdit })),
    create: lazy(async () => ({ default: (await moratorium()).MoratoriumCreate })),
  },
  payments: { name: 'billing/payments', list: lazy(() => import('./billing/PaymentList.tsx')) },
  lockbox: {
    name: 'lockbox-reprocessing',
    list: lazy(() => import('./lockbox/LockboxList.tsx')),
    show: lazy(() => import('./lockbox/LockboxShow.tsx')),
  },
}

/** The API's collection behind an address, where their names differ. */
export const collections: Record<string, string> = {
  commissions: 'commissionStatements',
  overrides: 'commissionOverrides',
  'billing/payments': 'payments',
  'lockbox-reprocessing': 'lockboxItems',
}
