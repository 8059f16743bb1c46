import { getPublicSettings } from '@tideline/sdk/operations'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatContactEventName } from '../base/chat.ts'
import { ChatWidget } from './ChatWidget.tsx'

const scriptUrl = 'data:text/javascript,window.assistants=(window.assistants??0)+1'
const loaded = () => [...document.scripts].filter(({ src }) => src === scriptUrl)
let receivedContacts: unknown[] = []
const recordContact = (event: Event) => receivedContacts.push((event as CustomEvent).detail)

const settings = (enabled: boolean) => {
  const { payload, ...rest } = getExample(getPublicSettings)
  respondWith(getPublicSettings, { ...rest, payload: { ...payload, chat: { enabled, scriptUrl } } })
}
const session = { token: 't', refreshToken: 'r', expiresAt: '2099-01-01T00:00:00.000Z' }
const data = {
  ...{ AgentId: '0190a1b2-0000-7000-8000-000000000001', Email: 'pat@example.com', FirstName: 'Pat' },
  ...{ LastName: 'Producer', Company: 'Harborview', Phone: '813-555-0142', Roles: '', SuppressPromotionView: false },
  ...{ accountType: 'agent' as const, Token: 't', expiresAt: session.expiresAt },
}

beforeEach(() => {
  receivedContacts = []
  window.addEventListener(chatContactEventName, recordContact)
})
afterEach(() => window.removeEventListener(chatContactEventName, recordContact))

describe('chat widget', () => {
  it('does not load while its flag is off [P019]', async () => {
    settings(false)
    writeSession({ ...session, accountType: 'agent', user: 'agent', data })
    await renderScreen(<ChatWidget />)
    await expect.poll(() => getRequests(getPublicSettings).length).toBe(1)
    await new Promise(requestAnimationFrame)
    expect(loaded()).toEqual([])
    expect(receivedContacts).toEqual([])
  })

  it("loads if its flag is on and receives the logged-in agent's details [P019] [P020]", async () => {
    settings(true)
    writeSession({ ...session, accountType: 'agent', user: 'agent', data })
    await renderScreen(<ChatWidget />)
    await expect
      .poll(() => receivedContacts)
      .toEqual([
        { meta: { name: 'Pat Producer', email: 'pat@example.com', phone: '813-555-0142', agentNo: data.AgentId } },
      ])
    expect(loaded()).toHaveLength(1)
  })

  it('receives the details of the logged-in policyholder [P020]', async () => {
    settings(true)
    const policy = { insuredName: 'Marina Sample', email: 'marina@example.com', phone: null, policyNo: 'RFL3000101' }
    writeSession({
      ...{ ...session, accountType: 'policyholder', user: 'insured' },
      validateReturn: { jwt: 't', policy } as never,
    })
    await renderScreen(<ChatWidget />)
    await expect
      .poll(() => receivedContacts)
      .toEqual([{ meta: { name: 'Marina Sample', email: 'marina@example.com', policyNo: 'RFL3000101' } }])
  })
})
