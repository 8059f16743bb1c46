import {
  deleteWidgetRegistration,
  getProfile,
  getWidgetRegistration,
  listLeads,
  listWidgetRegistrations,
  saveWidgetRegistration,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { recordLayoutShift } from '@tideline/web-kit/testing/layout-shift.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WidgetsPage } from './WidgetsPage.tsx'

const registration = getExample(getWidgetRegistration)
const registrations = getExample(listWidgetRegistrations)
const [first, second] = registrations
const open = () => renderScreen(<WidgetsPage />, { path: '/widgets/:agencyNo?', at: '/widgets/100100' })
type Screen = Awaited<ReturnType<typeof open>>
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })

const noActive = 'No Active Registration Found'
const none = () => respondWithError(listWidgetRegistrations, 404, { message: noActive, Errors: [noActive] })

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='),
  (letter) => letter.charCodeAt(0),
)

beforeEach(() => {
  respondWith(listWidgetRegistrations, registrations)
  respondWith(getWidgetRegistration, registration)
})

describe('widget page', () => {
  it("lists the registrations of the user's agency if the URL has no agency", async () => {
    const screen = await renderScreen(<WidgetsPage />, { path: '/widgets/:agencyNo?', at: '/widgets' })
    for (const { Name, ReferralEmail } of registrations) {
      await expect.element(screen.getByRole('rowheader', { name: Name })).toBeVisible()
      await expect.element(screen.getByText(ReferralEmail)).toBeVisible()
    }
    expect(new URL(getRequests(listWidgetRegistrations)[0]?.url ?? '').pathname).toBe(
      `/api/v4/agent/widgets/${getExample(getProfile).payload.agent?.agentNo}`,
    )
  })

  it.each([390, 1280])('does not move on a screen of %i pixels while it loads (UI-30)', async (width) => {
    await page.viewport(width, 844)
    const getShift = recordLayoutShift()
    const steps = [getProfile, listWidgetRegistrations, listLeads].map((operation) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const response = getExample(operation)
      respondWith(operation, (async () => {
        await promise
        return response
      }) as never)
      return resolve
    })
    const screen = await renderScreen(<WidgetsPage />, { path: '/widgets/:agencyNo?', at: '/widgets' })
    await expect.element(screen.getByLabelText('Loading your profile')).toBeVisible()
    for (const load of steps) {
      await waitForPaint()
      load()
      await waitForPaint()
    }
    await expect.element(screen.getByRole('table', { name: 'Leads' })).toBeVisible()
    await waitForPaint()
    expect(getShift()).toBeLessThanOrEqual(0.02)
    await page.viewport(1280, 800)
  })

  it('shows a placeholder while the registrations load', async () => {
    keepRequestsPending(listWidgetRegistrations)
    const screen = await open()
    await expect.element(screen.getByLabelText('Loading the registrations')).toBeInTheDocument()
  })

  it('treats No Active Registration Found as an empty list without an error [P381]', async () => {
    none()
    const screen = await open()
    await expect.element(screen.getByText('No widgets yet')).toBeVisible()
    expect(screen.getByRole('alert').elements()).toHaveLength(0)
    await expect.element(button(screen, 'New registration')).toBeVisible()
  })

  it('shows why the registrations failed to load, and reloads them on Retry [P377] [D389]', async () => {
    respondWithError(listWidgetRegistrations, 400, { message: 'No.', Errors: ['The first reason.', 'The second.'] })
    const screen = await open()
    const problem = screen.getByRole('alert')
    await expect.element(problem).toHaveTextContent('Unable to fetch the widget registration - The first reason.')
    respondWithError(listWidgetRegistrations, 400, { message: 'No.' })
    await button(screen, 'Retry').click()
    await expect
      .element(problem)
      .toHaveTextContent('Unable to fetch the widget registration - An unknown error occurred')
    respondWith(listWidgetRegistrations, registrations)
    await button(screen, 'Retry').click()
    await expect.element(screen.getByRole('rowheader', { name: first?.Name ?? '' })).toBeVisible()
  })
})

describe('registration dialog', () => {
  it('is titled New Registration for a new registration, and enables Save only when valid [D099] [D264] [D265] [D266] [D268] [P236]', async () => {
    none()
    respondWith(saveWidgetRegistration, getExample(saveWidgetRegistration))
    const screen = await open()
    await button(screen, 'New registration').click()
    const dialog = screen.getByRole('dialog', { name: 'New Registration' })
    const save = dialog.getByRole('button', { name: 'Save' })
    const [email, phone, website] = ['Referral Email', 'Referral Phone', /Referral Website/].map((name) =>
      dialog.getByLabelText(name, { exact: true }),
    )
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await email?.fill('leads at example.com')
    await phone?.fill('81355501')
    await website?.fill('javascript:alert(1)')
    await userEvent.tab()
    for (const problem of [
      'Please enter a valid email',
      'Please enter a valid phone number',
      'Please enter a valid url',
    ])
      await expect.element(dialog.getByText(problem)).toBeVisible()
    await expect.element(phone as never).toHaveValue('813-555-01')
    await website?.fill('https://harborview.example.com')
    await phone?.fill('8135550100')
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await email?.fill('leads@example.com')
    await expect.element(phone as never).toHaveValue('813-555-0100')
    await expect.element(save).not.toHaveAttribute('aria-disabled')
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(saveWidgetRegistration)[0]?.json()).toMatchObject({
      ...{ AgentNo: '100100', agentNo: '100100', index: -1, Format: '{"align":"center"}' },
      ...{ ReferralEmail: 'leads@example.com', ReferralPhone: '813-555-0100' },
      ReferralWebsite: 'https://harborview.example.com',
    })
  })

  it('is titled Modify Registration for an existing registration, and disables Save while saving [P117] [D099] [D202] [D268]', async () => {
    keepRequestsPending(saveWidgetRegistration)
    respondWith(getWidgetRegistration, second ?? registration)
    const screen = await open()
    await button(screen, `Modify ${second?.Name}`).click()
    const dialog = screen.getByRole('dialog', { name: 'Modify Registration' })
    await expect.element(dialog.getByLabelText('Logo alignment')).toHaveValue('right')
    await dialog.getByLabelText(/^Name/).fill('Spring page')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const saving = dialog.getByRole('button', { name: 'Saving…' })
    await expect.element(saving).toHaveAttribute('aria-busy', 'true')
    await expect.element(saving).toHaveAttribute('aria-disabled', 'true')
    expect(await getRequests(saveWidgetRegistration)[0]?.json()).toEqual({
      ...second,
      ...{ Name: 'Spring page', agentNo: '100100', index: 1 },
    })
  })

  it('shows why the update failed and keeps the entered values [P378] [D389]', async () => {
    respondWithError(saveWidgetRegistration, 422, {
      message: 'No.',
      Errors: ['Logo: the image can have at most 100 kB.'],
    })
    const screen = await open()
    await button(screen, `Modify ${first?.Name}`).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText(/^Name/).fill('Spring page')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('Unable to update the widget registration - Logo: the image can have at most 100 kB.')
    await expect.element(dialog.getByLabelText(/^Name/)).toHaveValue('Spring page')
  })

  it('shows the current registration instead of the listed one and saves it with its version [API-13]', async () => {
    respondWith(getWidgetRegistration, { ...registration, Source: 'changed-by-a-colleague' }, { ETag: '"current"' })
    const message = 'Someone else changed this since you loaded it. Reload it and try again.'
    respondWithError(saveWidgetRegistration, 412, { code: 'version_mismatch', message, Errors: [message] })
    const screen = await open()
    await button(screen, `Modify ${first?.Name}`).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText(/^Source/)).toHaveValue('changed-by-a-colleague')
    await dialog.getByLabelText(/^Name/).fill('Spring page')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText(`Unable to update the widget registration - ${message}`)).toBeVisible()
    expect(getRequests(saveWidgetRegistration)[0]?.headers.get('If-Match')).toBe('"current"')
    await expect.element(dialog.getByRole('button', { name: 'Discard my changes and reload' })).toBeVisible()
  })

  it('shows a placeholder while the registration loads, and why it could not be loaded', async () => {
    keepRequestsPending(getWidgetRegistration)
    const screen = await open()
    await button(screen, `Modify ${first?.Name}`).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Loading the registration')).toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    respondWithError(getWidgetRegistration, 404, { message: noActive, Errors: [noActive] })
    await button(screen, `Modify ${first?.Name}`).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(`Unable to fetch the widget registration - ${noActive}`)
    expect(dialog.getByLabelText('Referral Email').elements()).toEqual([])
  })

  it('accepts only images as the logo [D267]', async () => {
    const screen = await open()
    await button(screen, `Modify ${first?.Name}`).click()
    const dialog = screen.getByRole('dialog')
    const logo = dialog.getByLabelText(/^Logo \(/)
    await expect.element(logo).toHaveAttribute('accept', 'image/png,image/jpeg,image/gif,image/webp')
    const script = new File(['<svg onload="alert(1)"/>'], 'logo.svg', { type: 'image/svg+xml' })
    for (const file of [script, new File(['%PDF-'], 'logo.pdf', { type: 'application/pdf' })]) {
      await userEvent.upload(logo, file)
      await expect.element(dialog.getByText('Choose an image: PNG, JPEG, GIF or WebP.')).toBeVisible()
    }
    await userEvent.upload(logo, new File([png], 'logo.png', { type: 'image/png' }))
    await expect
      .element(dialog.getByAltText('The logo'))
      .toHaveAttribute('src', expect.stringMatching(/^data:image\/png;base64,/))
    respondWith(saveWidgetRegistration, getExample(saveWidgetRegistration))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => getRequests(saveWidgetRegistration).length).toBe(1)
    expect(await getRequests(saveWidgetRegistration)[0]?.json()).toMatchObject({
      Logo: `data:image/png;base64,${btoa(String.fromCharCode(...png))}`,
    })
  })
})

describe('Remove Registration dialog', () => {
  it('removes the registration after confirmation, or shows why removal failed [P118] [P379] [D099] [D202] [D389]', async () => {
    respondWithError(deleteWidgetRegistration, 404, { message: noActive, Errors: [noActive] })
    const screen = await open()
    await button(screen, `Remove ${second?.Name}`).click()
    const dialog = screen.getByRole('dialog', { name: 'Remove Registration' })
    await expect.element(dialog.getByText(second?.Name ?? '')).toBeVisible()
    expect(getRequests(deleteWidgetRegistration)).toHaveLength(0)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(`Unable to remove the widget registration - ${noActive}`)
    keepRequestsPending(deleteWidgetRegistration)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Removing…' })).toHaveAttribute('aria-disabled', 'true')
    expect(getRequests(deleteWidgetRegistration).map(({ url }) => new URL(url).pathname)).toEqual(
      Array.from({ length: 2 }, () => `/api/v4/agent/widget/100100/${second?.Id}`),
    )
  })
})

describe('embed dialog', () => {
  it('shows five snippets in the selected appearance, each with a copy button [P119] [D099] [D414] [D415]', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await open()
    await button(screen, `Embed ${first?.Name}`).click()
    const dialog = screen.getByRole('dialog', { name: `Embed ${first?.Name}` })
    await expect.element(dialog.getByLabelText('Input placeholder')).toHaveValue('Enter address here')
    await dialog.getByLabelText('Primary color').fill('#aa3300')
    await dialog.getByLabelText('Button text').fill('</script><b>Quote me')
    await dialog.getByLabelText('Input placeholder').fill('Street and city')
    const files = `${window.location.origin}/api/v1/widgets`
    const texts = {
      'script tag': `<script src="${files}/files/script.js"></script>`,
      'stylesheet tag': `<link rel="stylesheet" href="${files}/files/style.css">`,
      'container element': `<div id="tideline-widget-${first?.Id}"></div>`,
      'init code': expect.stringMatching(/"#aa3300"[\s\S]*\\u003c\/script>\\u003cb>Quote me[\s\S]*"Street and city"/),
      'unique url': `${files}/${first?.Id}/page`,
    }
    for (const [name, code] of Object.entries(texts)) {
      await dialog.getByRole('button', { name: `Copy ${name}` }).click()
      expect(copied).toHaveBeenLastCalledWith(code)
    }
  })
})
