import type { PolicyConfirmation, ReinstatementOffer } from '@tideline/sdk'
import {
  acceptReinstatementOffer,
  bindEndorsement,
  bindHeldRenewal,
  createClaim,
  declineReinstatementOffer,
  finalizeCancelPolicy,
  getQuote,
  nonRenewPolicy,
  reinstatePolicy,
  rescindNonRenewal,
  uploadDocuments,
} from '@tideline/sdk/operations'
import { getExample, type Operation } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import type { ComponentType, ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ClaimDialog } from '../claims/ClaimDialog.tsx'
import { BindDialog } from '../endorsements/BindDialog.tsx'
import { AcceptOfferDialog } from '../lifecycle/AcceptOfferDialog.tsx'
import { BindRenewalDialog } from '../lifecycle/BindRenewalDialog.tsx'
import { DeclineOfferDialog } from '../lifecycle/DeclineOfferDialog.tsx'
import { FinalizeCancellationDialog } from '../lifecycle/FinalizeCancellationDialog.tsx'
import { NonRenewDialog } from '../lifecycle/NonRenewDialog.tsx'
import { ReinstateDialog } from '../lifecycle/ReinstateDialog.tsx'
import { RescindNonRenewalDialog } from '../lifecycle/RescindNonRenewalDialog.tsx'

const policy = buildConfirmationPolicy({ by: 'internal', inceptionDate: '2020-01-01', expirationDate: '2099-01-01' })
const sentence = 'The policy is being changed.'
const offer = {
  ...{ amountReceived: 1125, amountNeeded: 1125, amountOnHold: 829.63, hasNoLossStatement: false },
  ...{ noLossStatementDocTypeId: 22 as const, amountNeededWithLapse: null, isLapseRequired: false },
  coverageEndedOn: '2026-11-20',
  ...{ offeredOn: '2026-11-20', expiresOn: '2026-12-20' },
}
const today = new Date().toLocaleDateString('sv-SE')

interface Case {
  dialog: (onClose: () => void) => ReactElement
  fields?: Record<string, string>
  send: string
  operation: Operation
  says?: string
}

const cases: Record<string, Case> = {
  'finalizing a cancellation': {
    dialog: (onClose) => <FinalizeCancellationDialog {...{ policy, onClose }} />,
    send: 'Finalize',
    operation: finalizeCancelPolicy,
  },
  'non-renewing': {
    dialog: (onClose) => <NonRenewDialog {...{ policy, onClose }} />,
    fields: { Note: 'The house was sold.' },
    send: 'Confirm',
    operation: nonRenewPolicy,
    says: 'Error: There was an error non-renewing the policy.',
  },
  'accepting a reinstatement offer': {
    dialog: (onClose) => (
      <AcceptOfferDialog
        policy={{ ...policy, reinstatementOffer: { ...offer, hasNoLossStatement: true } }}
        {...{ onClose }}
      />
    ),
    fields: { Reason: 'The payment was late in the mail.' },
    send: 'Reinstate policy',
    operation: acceptReinstatementOffer,
  },
  reinstating: {
    dialog: (onClose) => <ReinstateDialog {...{ policy, onClose }} />,
    send: 'Reinstate',
    operation: reinstatePolicy,
  },
  'binding an endorsement': {
    dialog: (onClose) => <BindDialog quote={getExample(getQuote)} onClose={onClose} />,
    send: 'Bind',
    operation: bindEndorsement,
  },
  'reporting a claim': {
    dialog: (onClose) => <ClaimDialog {...{ policy, onClose }} claim={undefined} />,
    fields: { 'Date of loss': today, 'Date of notice': today },
    send: 'Report',
    operation: createClaim,
  },
}

it.each(Object.entries(cases))(
  'keeps a policy dialog open and shows the reason when %s is rejected',
  async (_, { dialog, fields = {}, send, operation, says = sentence }) => {
    const onClose = vi.fn()
    const screen = await renderScreen(dialog(onClose))
    for (const [label, value] of Object.entries(fields)) await screen.getByLabelText(label).fill(value)
    const button = screen.getByRole('button', { name: send, exact: true })
    respondWithError(operation, 409, { message: sentence })
    await button.click()
    await expect.element(screen.getByText(says).first()).toBeVisible()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    expect(getRequests(operation)).toHaveLength(1)
  },
)

interface SimpleDialog {
  Dialog: ComponentType<{ policy: PolicyConfirmation; onClose: () => void }>
  policy?: PolicyConfirmation
  /** Required fields. */
  fields: Record<string, string>
  submit: string
  operation: Operation
  sends: object
}

/**
 * Dialogs that are tested completely here: success, failure and validation. `tests/architecture/dialogs.test.ts` needs no
 * entry for them.
 */
const simpleDialogs: SimpleDialog[] = [
  {
    Dialog: RescindNonRenewalDialog,
    fields: { Note: ' The house was kept. ' },
    submit: 'Rescind non-renewal',
    operation: rescindNonRenewal,
    sends: { note: 'The house was kept.' },
  },
  {
    Dialog: BindRenewalDialog,
    fields: { Note: ' The lender pays. ' },
    submit: 'Bind renewal',
    operation: bindHeldRenewal,
    sends: { reason: 'The lender pays.' },
  },
  {
    Dialog: DeclineOfferDialog,
    policy: { ...policy, reinstatementOffer: offer },
    fields: { Note: ' Another policy was bought. ' },
    submit: 'Decline and refund',
    operation: declineReinstatementOffer,
    sends: { reason: 'Another policy was bought.' },
  },
]

describe.each(simpleDialogs)('dialog of $submit', ({ Dialog, fields, submit, operation, sends, ...own }) => {
  const renderDialog = async () => {
    const onClose = vi.fn()
    const screen = await renderScreen(<Dialog policy={own.policy ?? policy} onClose={onClose} />)
    return { screen, onClose, button: screen.getByRole('button', { name: submit, exact: true }) }
  }

  it('is disabled until the required fields are filled in, then sends one request and closes', async () => {
    const { screen, onClose, button } = await renderDialog()
    for (const [label, value] of Object.entries(fields)) {
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await screen.getByLabelText(label).fill(value)
    }
    await button.click()
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(await Promise.all(getRequests(operation).map((request) => request.json()))).toEqual([sends])
  })

  it('stays open and shows the reason when the request is rejected', async () => {
    const { screen, onClose, button } = await renderDialog()
    for (const [label, value] of Object.entries(fields)) await screen.getByLabelText(label).fill(value)
    respondWithError(operation, 409, { message: sentence })
    await button.click()
    await expect.element(screen.getByText(sentence).first()).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    expect(getRequests(operation)).toHaveLength(1)
  })
})

const signed = () => new File(['%PDF-1.7'], 'no-loss.pdf', { type: 'application/pdf' })

it('requires the no-loss statement and a reason to accept a reinstatement offer', async () => {
  const onClose = vi.fn()
  const screen = await renderScreen(
    <AcceptOfferDialog policy={{ ...policy, reinstatementOffer: offer }} {...{ onClose }} />,
  )
  await expect.element(screen.getByText(/The payment of \$1,125\.00 is applied/)).toBeVisible()
  const send = screen.getByRole('button', { name: 'Reinstate policy' })
  await screen.getByLabelText('Reason').fill(' The payment was late in the mail. ')
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('region', { name: 'No-loss statement' }).getByLabelText('No-loss statement').upload(signed())
  await send.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(getRequests(uploadDocuments).map(({ url }) => new URL(url).pathname)).toEqual([
    expect.stringMatching(/\/documents\/upload\/\w+\/22$/),
  ])
  expect(await getRequests(acceptReinstatementOffer)[0]?.json()).toEqual({
    reason: 'The payment was late in the mail.',
  })
})

describe('coverage of an accepted reinstatement offer (DEL-26)', () => {
  const uploaded = { ...offer, hasNoLossStatement: true, coverageEndedOn: '2026-10-31', amountNeededWithLapse: 1067.78 }
  const openDialog = async (changes: Partial<ReinstatementOffer>) => {
    const reinstatementOffer = { ...uploaded, ...changes }
    const onClose = vi.fn()
    const screen = await renderScreen(<AcceptOfferDialog policy={{ ...policy, reinstatementOffer }} {...{ onClose }} />)
    await screen.getByLabelText('Reason').fill('Late in the mail.')
    const send = async () => {
      await screen.getByRole('button', { name: 'Reinstate policy' }).click()
      await expect.poll(() => onClose.mock.calls.length).toBe(1)
      return getRequests(acceptReinstatementOffer)[0]?.json()
    }
    return { screen, send, reason: 'Late in the mail.' }
  }

  it.each([
    ['Without a lapse', {}],
    ['With a lapse', { withLapse: true }],
  ])('is chosen by staff: %s', async (label, body) => {
    const { screen, send, reason } = await openDialog({})
    await expect
      .element(screen.getByRole('button', { name: 'Reinstate policy' }))
      .toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText(/Coverage resumes on 11\/20\/2026\. Losses since 10\/31\/2026/)).toBeVisible()
    await expectAccessible()
    await screen.getByRole('radio', { name: new RegExp(`^${label}`) }).click()
    expect(await send()).toEqual({ reason, ...body })
  })

  it('has a lapse if the payment does not cover the days since coverage ended', async () => {
    const { screen, send, reason } = await openDialog({ isLapseRequired: true })
    await expect.element(screen.getByText(/The payment covers only a reinstatement with a lapse\./)).toBeVisible()
    await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
    expect(await send()).toEqual({ reason, withLapse: true })
  })

  it('has no lapse if the payment arrived on the day coverage ended', async () => {
    const { screen, send, reason } = await openDialog({ amountNeededWithLapse: null })
    await expect.element(screen.getByText(/The policy is reinstated without a lapse/)).toBeVisible()
    expect(await send()).toEqual({ reason })
  })
})

it('accepts a reinstatement offer with the no-loss statement from an earlier attempt', async () => {
  const onClose = vi.fn()
  respondWithError(uploadDocuments, 409, { message: 'This document has already been uploaded to the policy.' })
  const screen = await renderScreen(
    <AcceptOfferDialog policy={{ ...policy, reinstatementOffer: offer }} {...{ onClose }} />,
  )
  await screen.getByLabelText('Reason').fill('Late in the mail.')
  await screen.getByRole('region', { name: 'No-loss statement' }).getByLabelText('No-loss statement').upload(signed())
  await screen.getByRole('button', { name: 'Reinstate policy' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(getRequests(acceptReinstatementOffer)).toHaveLength(1)
})

it('shows the refund in the dialog that declines a reinstatement offer', async () => {
  const screen = await renderScreen(
    <DeclineOfferDialog policy={{ ...policy, reinstatementOffer: offer }} {...{ onClose: vi.fn() }} />,
  )
  await expect.element(screen.getByText(/\$829\.63 on hold will be refunded to the payer\./)).toBeVisible()
})

it('shows who is notified in the dialog that finalizes a cancellation', async () => {
  const screen = await renderScreen(<FinalizeCancellationDialog {...{ policy, onClose: vi.fn() }} />)
  await expect.element(screen.getByText(/notifies the insured and lienholders\./)).toBeVisible()
})
