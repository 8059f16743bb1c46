import { getNoticePdf, listPolicyNotifications } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, expect, it, vi } from 'vitest'
import { NotificationsDialog } from './NotificationsDialog.tsx'

afterEach(() => {
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
