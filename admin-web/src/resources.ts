import { payments } from './billing/index.ts'
import { commissions } from './commissions/index.ts'
import { lockbox } from './lockbox/index.ts'
import { moratoriums } from './moratoriums/index.ts'
import { overrides } from './overrides/index.ts'
import { policies } from './policies/index.ts'
import type { BackOfficeResource } from './resource.ts'

/** The back office's lists in the order of the side navigation (spec 3 §2); each tells of itself in its folder. */
export const resources: readonly BackOfficeResource[] = [
  policies,
  commissions,
  overrides,
  moratoriums,
  payments,
  lockbox,
]

/** The API's collection behind an address of the back office. Undefined for other addresses. */
export const collectionOf = (name: string): string | undefined =>
  resources.find((resource) => resource.name === name)?.collection
