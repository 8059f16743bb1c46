import { addressNow, showApp } from '@tideline/web-kit/testing/show.tsx'
import { expect, it } from 'vitest'
import { routes } from './routes.tsx'

const onDemand = [
  ...['PolicyPage', 'ReceiptPage', 'PoliciesPage', 'SplashPage', 'LoginPage', 'WizardPage'],
  ...['NotificationsDialog', 'NotificationMail', 'PayStep', 'CardPanel', 'BankPanel'],
]
const loaded = () => {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return onDemand.filter((screen) => addresses.some((address) => address.endsWith(`/${screen}.tsx`)))
}

it('the first script has none of the screens; the one that is opened is loaded then [P125]', async () => {
  expect(loaded()).toEqual([])
  await showApp(routes, '/login')
  await expect.poll(loaded).toEqual(['LoginPage'])
  expect(addressNow()).toBe('/login')
})
