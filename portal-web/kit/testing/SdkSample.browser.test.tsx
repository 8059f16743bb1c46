import { getConfirmation } from '@tideline/sdk/operations'
import readme from '@tideline/sdk/README.md?raw'
import { expect, test } from 'vitest'
import { getExample } from './contract.ts'
import { getRequests, respondWith, respondWithError } from './mock-server.ts'
import { renderScreen } from './render-screen.tsx'
import { AmountDue } from './SdkSample.tsx'
import source from './SdkSample.tsx?raw'

const { payload, ...rest } = getExample(getConfirmation)

test("runs the React sample from the SDK's README without changes", () => {
  expect(readme).toContain(`\`\`\`tsx\n${source}\`\`\``)
})

test("shows the amount due in the React sample, requested with the session's token", async () => {
  sessionStorage.setItem('token', 'of-the-session')
  respondWith(getConfirmation, { ...rest, payload: { ...payload, isPaid: false, currentlyDue: 250 } })
  const screen = await renderScreen(<AmountDue policyNo={payload.policyNo} />)
  await expect.element(screen.getByText(`${payload.policyNo} owes $250`)).toBeVisible()
  expect(getRequests(getConfirmation).map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer of-the-session',
  ])
})

test("shows the server's error message in the React sample", async () => {
  respondWithError(getConfirmation, 404, { message: 'Not found.' })
  const screen = await renderScreen(<AmountDue policyNo={payload.policyNo} />)
  await expect.poll(() => screen.container.querySelector('[role=alert]')?.textContent).toBe('Not found.')
})
