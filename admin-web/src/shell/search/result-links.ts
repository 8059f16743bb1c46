import type { SearchHit, SearchKind } from '@tideline/sdk'
import { paths } from '@tideline/web-kit/paths.ts'
import { canOpenList } from '../../kit/resource.ts'
import { policiesResource } from '../../policies/index.ts'

const of = encodeURIComponent

/** A link to a search result. If `isPortal` is true, it loads the portal. */
export interface ResultLink {
  to: string
  isPortal: boolean
}

const toBackOffice = (to: string): ResultLink => ({ to, isPortal: false })

/**
 * Returns the link to a search result's page. Policies open in the portal if the user's roles cannot open the back
 * office's policy page.
 */
export function getResultLink(kind: SearchKind, { id }: Pick<SearchHit, 'id'>, roles: readonly string[]): ResultLink {
  switch (kind) {
    case 'policies':
      return canOpenList(roles, policiesResource)
        ? toBackOffice(`/policies/${of(id)}`)
        : { to: paths.policy(id), isPortal: true }
    case 'payments':
      return toBackOffice(`/billing/payments/${of(id)}`)
    case 'checks':
      return toBackOffice(`/lockbox-reprocessing/${of(id)}/show`)
    case 'agencies':
      return toBackOffice(`/agencies/${of(id)}/show`)
    case 'accounts':
      return toBackOffice(`/accounts/${of(id)}`)
  }
}

const lists: Record<SearchKind, string> = {
  policies: '/policies',
  payments: '/billing/payments',
  checks: '/lockbox-reprocessing',
  agencies: '/agencies',
  accounts: '/accounts',
}

/**
 * Returns a link to the list of this type, filtered by the search text. Returns undefined if the roles cannot open the
 * list.
 */
export const getListLink = (kind: SearchKind, text: string, roles: readonly string[]): ResultLink | undefined =>
  kind === 'policies' && !canOpenList(roles, policiesResource)
    ? undefined
    : toBackOffice(`${lists[kind]}?filter=${of(JSON.stringify({ q: text }))}`)

export const searchKindNames: Record<SearchKind, string> = {
  policies: 'Policies',
  payments: 'Payments',
  checks: 'Lockbox checks',
  agencies: 'Agencies',
  accounts: 'Accounts',
}
