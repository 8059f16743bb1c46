import {
  getMailTemplate,
  listMailTemplates,
  previewMailTemplate,
  restoreMailTemplate,
  saveMailTemplate,
  sendTestMail,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from '../testing/render-back-office.tsx'

const mail = getExample(getMailTemplate).payload
const saved = getExample(saveMailTemplate)
const buildBody = async (request: Request | undefined) => request?.clone().json()

describe.each(selectCases([1280, 390], 2))('email template editor (%i px)', (width) => {
  it('saves, previews and resets an email template, and sends a test email', async () => {
    await page.viewport(width, 800)
    if (width === 390) setDarkTheme()
    respondWith(listMailTemplates, { ...getExample(listMailTemplates), payload: [mail] })
    const screen = await renderBackOffice('/mail-templates', 'superuser')
    await screen.getByRole('link', { name: 'Agency approved' }).click()
    const subject = screen.getByRole('textbox', { name: 'Subject', exact: true })
    await expect.element(subject).toHaveValue(mail.subject)
    await expect.element(screen.getByText(/Required: \{\{link\}\}/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await subject.fill('Welcome, {{agency}}')
    const sentence = 'subject: {{agency}} is no placeholder of this mail.'
    respondWithError(saveMailTemplate, 400, { code: 'invalid_value', message: sentence, field: 'subject' })
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(sentence).first()).toBeVisible()
    await subject.fill('Welcome, {{company}}')
    await screen.getByRole('button', { name: 'Preview' }).click()
    await expect
      .element(screen.getByRole('heading', { name: getExample(previewMailTemplate).payload.subject }))
      .toBeVisible()
    await expect
      .element(screen.getByTitle(getExample(previewMailTemplate).payload.subject))
      .toHaveAttribute('sandbox', '')
    await screen.getByRole('button', { name: 'Send test email' }).click()
    await expect.element(screen.getByText('A test email was sent to superuser@example.com.')).toBeVisible()
    expect(await buildBody(getRequests(sendTestMail)[0])).toMatchObject({ subject: 'Welcome, {{company}}' })
    respondWith(saveMailTemplate, saved)
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Current')).toBeInTheDocument()
    expect(await buildBody(getRequests(saveMailTemplate)[1])).toEqual({
      ...{ subject: 'Welcome, {{company}}', preview: mail.preview, body: mail.body, seenVersion: mail.version },
    })
    // Moves the pointer away from the message, which otherwise stays open and can cover the button on a phone.
    await subject.hover()
    await screen.getByRole('button', { name: 'Restore default text' }).click()
    await expect.element(subject).toHaveValue(mail.subject)
    expect(await buildBody(getRequests(restoreMailTemplate)[0])).toEqual({ version: null })
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    if (width === 390) await expectAccessibleInDarkTheme()
  })
})

it('inserts a variable at the cursor of the body and states which required variables are missing', async () => {
  await page.viewport(1280, 800)
  respondWith(getMailTemplate, {
    ...getExample(getMailTemplate),
    payload: { ...mail, body: 'Hello , welcome.', placeholders: ['{{company}}', '{{link}}'], required: ['{{link}}'] },
  })
  const screen = await renderBackOffice(`/mail-templates/${mail.template}`, 'superuser')
  const panel = screen.getByRole('region', { name: 'Variables' })
  await expect.element(panel.getByText('Missing: {{link}}')).toBeVisible()
  const body = screen.getByRole('textbox', { name: 'Body', exact: true })
  const field = body.element() as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(6, 6)
  await panel.getByRole('button', { name: 'Insert {{company}}' }).click()
  await expect.element(body).toHaveValue('Hello {{company}}, welcome.')
  await expect.element(body).toHaveFocus()
  await panel.getByRole('button', { name: 'Insert {{link}}' }).click()
  await expect.element(body).toHaveValue('Hello {{company}}{{link}}, welcome.')
  expect(panel.getByText(/^Missing/).elements()).toEqual([])
})
