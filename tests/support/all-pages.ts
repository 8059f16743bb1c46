import { expect, type Page } from '@playwright/test'
import addresses from '../../portal-web/public/addresses.json' with { type: 'json' }

/** Values for the path parameters. Other tests cover unknown records. */
const samples: Record<string, string> = {
  policyNo: 'RFL3000102',
  quoteNumber: 'Q9100000',
  agentNo: '100100',
  agencyNo: '100100',
  parentId: '100100',
}
const isSample = (address: string) => (address.match(/(?<=:)\w+(?!\w*\?)/g) ?? []).every((name) => name in samples)

/** Fills in the required path parameters and removes the optional ones. */
const fillPath = (address: string) =>
  address.replace(/\/:\w+\?/g, '').replace(/:(\w+)/g, (_, name: string) => samples[name] ?? name)

const portalPaths = addresses.filter(isSample).map(fillPath)

/** The paths of all portal pages for policyholders. */
export const insuredPaths = portalPaths.filter((path) =>
  /^\/policyholder\/(?!generate|new|authenticate|cancel$)/.test(path),
)
/** The paths of all other portal pages: public pages and pages for agents. */
export const agentPaths = portalPaths.filter((path) => !insuredPaths.includes(path))

/** Replaces the policy number of a path. */
export const setPolicyNo = (path: string, policyNo: string) => path.replace(samples.policyNo ?? '', policyNo)

/** Returns the paths of all lists that the user can open in the navigation of the back office, which the page must show. */
export async function getBackOfficeListPaths(page: Page): Promise<string[]> {
  const links = page.getByRole('menu').filter({ hasText: 'Profile' }).getByRole('menuitem')
  await expect(links.last()).toBeVisible()
  return links.evaluateAll((items) => items.map((item) => item.getAttribute('href') ?? ''))
}

const creatable = ['overrides', 'moratoriums', 'cardFees', 'agencies', 'accounts', 'apiKeys', 'webhookEndpoints']

/** The paths of further back-office pages: forms for new records, records, and tabs. */
export const backOfficeRecordPaths = [
  ...creatable.map((name) => `/admin/${name}/create`),
  ...['overdue', 'disputes', 'stripe'].map((name) => `/admin/billing/payments/${name}`),
  '/admin/policies/RFL3000102',
  '/admin/billing/policies/RFL3000132',
  '/admin/overrides/100100',
  '/admin/agencies/100100',
  '/admin/agencies/100100/show',
  '/admin/settings/flags',
  '/admin/settings/brand',
]
