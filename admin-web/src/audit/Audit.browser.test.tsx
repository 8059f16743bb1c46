import { getAdminAuditEntry, listAdminAudit } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const entry = getExample(getAdminAuditEntry)

it('labels audit log actions and sends every filter of the audit log to the API', async () => {
  respondWith(listAdminAudit, [{ ...entry, action: 'policy.cancel', subjectKind: 'policy', subjectId: 'RFL3000102' }])
  const filter = {
    ...{ q: 'sam', policyNo: 'RFL3000102', actorKind: 'staff', actorName: 'Sam', action: 'policy.cancel' },
    ...{ subjectKind: 'policy', subjectId: 'RFL3000102', requestId: 'req_1', from: '2026-11-01', to: '2026-11-20' },
  }
  const screen = await renderBackOffice(`/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`, 'superuser')
  await expect.element(screen.getByRole('cell', { name: 'Finalized a cancellation' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Policy RFL3000102' })).toBeVisible()
  expect(JSON.parse(new URL(getRequests(listAdminAudit)[0]?.url ?? '').searchParams.get('filter') ?? '')).toEqual(
    filter,
  )
})

it('shows the old and new values of an audit log entry, one line per field', async () => {
  const details = JSON.stringify({ before: { amountCents: 10_050 }, after: { amountCents: 20_000 } })
  respondWith(getAdminAuditEntry, { ...entry, action: 'cardFee.update', details })
  const screen = await renderBackOffice(`/audit/${entry.id}/show`, 'superuser')
  await expect.element(screen.getByRole('heading', { name: 'Changed a card fee' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Amount $100.50 $200.00' })).toBeVisible()
  expect(screen.getByText('{').elements()).toEqual([])
})
