import {
  decideMortgageeChange,
  getAdminApiKey,
  getAdminApproval,
  getAdminCommissionStatement,
  getAdminMortgageeChange,
  getAdminPayment,
  getAdminReview,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderBackOffice } from './testing/render-back-office.tsx'

interface DialogCase {
  path: string
  /** The name of the button that opens the dialog. */
  opener: string | RegExp
  /** Whether the button appears after rows are selected. */
  isBulkAction?: boolean
}

/** The dialogs that the contract's examples can open. The states of other records are in the tests of their areas. */
const cases: DialogCase[] = [
  { path: `/mortgagee-changes/${getExample(getAdminMortgageeChange).id}/show`, opener: 'Approve change' },
  { path: `/mortgagee-changes/${getExample(getAdminMortgageeChange).id}/show`, opener: 'Reject change' },
  { path: `/reviews/${getExample(getAdminReview).id}/show`, opener: 'Move to the new policy' },
  { path: `/approvals/${getExample(getAdminApproval).id}/show`, opener: 'Approve change' },
  { path: '/billing/payments', opener: 'Refund the payer' },
  { path: '/billing/payments', opener: 'Move to another policy' },
  { path: `/billing/payments/${getExample(getAdminPayment).id}`, opener: 'Refund' },
  { path: '/print-queue', opener: 'Export letters' },
  { path: '/print-queue', opener: /^Record mailing: Willa/ },
  { path: '/print-queue/exports', opener: 'Record mailing of export 5' },
  { path: '/cancellation-notices/00000045-0001-4000-8001-000003000145', opener: /^Print again/ },
  { path: '/delinquencyPlans/1/show', opener: 'Pause plan' },
  { path: '/commissions', opener: 'Run a month' },
  { path: '/commissions', opener: 'Close statements', isBulkAction: true },
  { path: `/commissions/${getExample(getAdminCommissionStatement).statementId}`, opener: 'Close statement' },
  { path: '/payouts/00000050-0001-4000-8001-000000000001', opener: 'Record return' },
  { path: '/overrides', opener: 'Remove', isBulkAction: true },
  { path: '/overrides/100100', opener: 'Add override' },
  { path: '/overrides/100100', opener: /^End Harborview/ },
  { path: '/overrides/100100', opener: /^Remove Harborview/ },
  { path: '/moratoriums', opener: /^Stop Tropical/ },
  { path: '/moratoriums', opener: /^Withdraw Tropical/ },
  { path: '/agencies/100100/show', opener: 'Change parent' },
  { path: '/accounts', opener: 'Deactivate', isBulkAction: true },
  { path: `/apiKeys/${getExample(getAdminApiKey).id}/show`, opener: 'Replace key' },
  { path: `/apiKeys/${getExample(getAdminApiKey).id}/show`, opener: 'Revoke key' },
  { path: '/policies', opener: 'Resend link', isBulkAction: true },
  { path: '/policies', opener: 'Columns' },
]

const isFocusInside = (dialog: Element) =>
  // The focus trap has an invisible stop at each end, which is outside the dialog but inside its modal layer.
  dialog.closest('.MuiModal-root')?.contains(document.activeElement) ?? false

describe('back-office dialogs', () => {
  it.each(selectCases(cases, 4))('keeps the focus and returns it to $opener of $path (UI-43)', async (one) => {
    const screen = await renderBackOffice(one.path, 'superuser', 'financeadmin', 'commissionAdmin')
    if (one.isBulkAction) await screen.getByRole('checkbox', { name: 'Select all' }).click()
    const opener = screen.getByRole('button', { name: one.opener, exact: true }).first()
    await expect.element(opener).toBeEnabled()
    ;(opener.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog).toBeVisible()
    const element = dialog.element()
    await expect.poll(() => isFocusInside(element)).toBe(true)
    const stops = element.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]').length
    for (let stop = 0; stop < stops + 2; stop++) {
      await userEvent.tab()
      expect(isFocusInside(element), document.activeElement?.outerHTML.slice(0, 120)).toBe(true)
    }
    await userEvent.tab({ shift: true })
    expect(isFocusInside(element)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('offers Retry if the preview of an action could not be loaded (UI-23)', async () => {
    respondWithError(decideMortgageeChange, 500, { message: 'Internal error.' })
    const { id } = getExample(getAdminMortgageeChange)
    const screen = await renderBackOffice(`/mortgagee-changes/${id}/show`, 'superuser')
    await screen.getByRole('button', { name: 'Approve change' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('The preview could not be loaded: Internal error.')).toBeVisible()
    const submit = dialog.getByRole('button', { name: 'Approve change' })
    await expect.element(submit).toHaveAccessibleDescription('The preview could not be loaded.')
    respondWith(decideMortgageeChange, getExample(decideMortgageeChange))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('Effective date')).toBeVisible()
    await expect.element(submit).toBeEnabled()
  })

  it('opens the keyboard shortcuts with ? and closes them with their button (UI-43)', async () => {
    const screen = await renderBackOffice('/', 'superuser')
    await expect.element(screen.getByRole('main')).toBeVisible()
    await userEvent.keyboard('?')
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(dialog).toBeVisible()
    await userEvent.tab()
    await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
