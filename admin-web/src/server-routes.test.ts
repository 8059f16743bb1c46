import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import { resources } from './shell/resources.ts'

/** Pages outside the lists, and pages that the policy page displays. */
const otherPages = [
  ...['', 'login', 'billing', 'billing/policies/:policyNo'],
  ...['claims/:claimId', 'notifications', 'pay', 'receipt/:policyPaymentId'].map((page) => `policies/:id/${page}`),
  'policies/:id/notifications/emailNotifications/:mailId/:path/:version?',
]

/** Optional parameters of pages. */
const optionalParams: Readonly<Record<string, string>> = {
  'agencies/:id': ':tab?',
  'agencies/:id/show': ':tab?',
  'commissions/:id': ':statementMonth?/:statementYear?',
}

/** The URLs of the list, form and child pages of every react-admin resource. */
const pages = resources.flatMap(({ name, create, edit, show, children }) => [
  name,
  ...(create ? [`${name}/create`] : []),
  ...(edit ? [`${name}/:id`] : []),
  ...(show ? [`${name}/:id/show`] : []),
  ...(Array.isArray(children) ? children : []).flatMap((child) =>
    isValidElement<{ path?: string }>(child) && child.props.path ? [`${name}/${child.props.path}`] : [],
  ),
])

// The server returns 404 for other paths (api/src/sites.ts). Run this test with `--update` to write the file.
it('finds the paths of all back-office pages in addresses.json', async () => {
  const addresses = [...otherPages, ...pages].map(
    (page) => `/admin/${[page, optionalParams[page]].filter(Boolean).join('/')}`,
  )
  await expect(`${JSON.stringify(addresses.toSorted(), null, 2)}\n`).toMatchFileSnapshot('../public/addresses.json')
})
