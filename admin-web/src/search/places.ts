import type { SearchHit, SearchKind } from '@tideline/sdk'
import { paths } from '@tideline/web-kit/paths.ts'
import { policies } from '../policies/index.ts'
import { canOpen } from '../resource.ts'

const of = encodeURIComponent

/** Where a hit is opened; `isPortal` is another load of the page. */
export interface Place {
  to: string
  isPortal: boolean
}

const here = (to: string): Place => ({ to, isPortal: false })

/** The page of a hit. Who may not open the back office's policies sees the portal's page of one. */
export function getLocation(kind: SearchKind, { id }: Pick<SearchHit, 'id'>, roles: readonly string[]): Place {
  switch (kind) {
    case 'policies':
      return canOpen(roles, policies) ? here(`/policies/${of(id)}`) : { to: paths.policy(id), isPortal: true }
    case 'payments':
      return here(`/billing/payments/${of(id)}`)
    case 'checks':
      return here(`/lockbox-reprocessing/${of(id)}/show`)
    case 'agencies':
      return here(`/agencies/${of(id)}/show`)
    case 'accounts':
      return here(`/accounts/${of(id)}`)
  }
}

const lists: Record<SearchKind, string> = {
  policies: '/policies',
  payments: '/billing/payments',
  checks: '/lockbox-reprocessing',
  agencies: '/agencies',
  accounts: '/accounts',
}

/** The list of a kind with what was looked for; undefined where the roles do not open it. */
export const getList = (kind: SearchKind, text: string, roles: readonly string[]): Place | undefined =>
  kind === 'policies' && !canOpen(roles, policies)
    ? undefined
    : here(`${lists[kind]}?filter=${of(JSON.stringify({ q: text }))}`)

export const kindNames: Record<SearchKind, string> = {
  policies: 'Policies',
  payments: 'Payments',
  checks: 'Lockbox checks',
  agencies: 'Agencies',
  accounts: 'Accounts',
}
