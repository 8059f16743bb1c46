import { getConfirmation } from '@tideline/sdk/operations'
import readme from '@tideline/sdk/README.md?raw'
import { expect, test } from 'vitest'
import { getExample } from './contract.ts'
import { WhatIsDue } from './SdkSample.tsx'
import source from './SdkSample.tsx?raw'
import { getRequests, reject, respondWith } from './server.ts'
import { show } from './show.tsx'

const { payload, ...rest } = getExample(getConfirmation)

test('the React sample of the SDK stands in its README as it is run here', () => {
  expect(readme).toContain(`\`\`\`tsx\n${source}\`\`\``)
})

test('the React sample shows what is due, with the token of its session', async () => {
  sessionStorage.setItem('token', 'of-the-session')
  respondWith(getConfirmation, { ...rest, payload: { ...payload, isPaid: false, currentlyDue: 250 } })
  const screen = await show(<WhatIsDue policyNo={payload.policyNo} />)
  await expect.element(screen.getByText(`${payload.policyNo} owes $250`)).toBeVisible()
  expect(getRequests(getConfirmation).map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer of-the-session',
  ])
})

test('the React sample tells why there is nothing to show, in the server’s sentence', async () => {
  reject(getConfirmation, 404, { message: 'Not found.' })
  const screen = await show(<WhatIsDue policyNo={payload.policyNo} />)
  await expect.poll(() => screen.container.querySelector('[role=alert]')?.textContent).toBe('Not found.')
})
