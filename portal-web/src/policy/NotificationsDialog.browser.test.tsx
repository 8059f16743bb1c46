import { getNoticePdf, listPolicyNotifications } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NotificationsDialog } from './NotificationsDialog.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
  vi.restoreAllMocks()
})

const [example] = getExample(listPolicyNotifications).payload
if (!example) throw new Error('The contract shows no notification.')

it('downloads a letter as letter.pdf [P277]', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href.slice(0, 5)}`)
  })
  const letter = { ...example, type: 'letter' as const, path: 'cancellation.pdf', subject: 'Notice of cancellation' }
  respondWith(listPolicyNotifications, { ...getExample(listPolicyNotifications), payload: [letter] })
  respondWith(getNoticePdf, '%PDF-1.7' as never)
  const screen = await renderScreen(<NotificationsDialog policyNo="RFL3000101" onClose={() => undefined} />)
  await screen.getByRole('button', { name: 'Download Notice of cancellation' }).click()
  await expect.poll(() => saved).toEqual(['letter.pdf blob:'])
  expect(new URL(getRequests(getNoticePdf)[0]?.url ?? '').pathname).toContain('/RFL3000101/notices/cancellation.pdf')
})

it.each([1280, 390])('shows for each letter whether and when it was mailed (%i px)', async (width) => {
  await page.viewport(width, 800)
  const letter = getExample(listPolicyNotifications, 'letter').payload.find(({ type }) => type === 'letter')
  if (!letter) throw new Error('The contract shows no letter.')
  const id = (no: number) => `00000088-0000-4000-8001-00000000001${no}`
  const lender = 'Sample Savings Bank, 1 Lender Way, Suite 4000, Miami, FL 33188'
  const payload = [
    letter,
    { ...letter, id: id(1), status: 'sent' as const, recipient: lender, mailedOn: '2026-11-20' },
    { ...letter, id: id(2), status: 'undeliverable' as const, mailedOn: '2026-11-18' },
    { ...letter, id: id(3), status: 'replaced' as const },
    example,
  ]
  respondWith(listPolicyNotifications, { ...getExample(listPolicyNotifications), payload })
  const screen = await renderScreen(<NotificationsDialog policyNo="RFL3000101" onClose={() => undefined} />)
  await expect.element(screen.getByRole('button', { name: /^Download Notice/ })).toHaveLength(4)
  const rows = screen.getByRole('row', { name: /Notice of cancellation/ })
  for (const [index, status] of [
    'Letter not mailed yet',
    'Letter mailed 11/20/2026',
    'UndeliverableLetter mailed 11/18/2026',
    'Replaced or withdrawn',
  ].entries())
    expect(rows.nth(index).element().textContent).toContain(status)
  expect(rows.nth(1).element().textContent).toContain(lender)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectAccessible()
})
