import type { CancelReason } from '@tideline/sdk'
import {
  getCancelReasons,
  getDefaultPaymentMethod,
  getInvoiceDetails,
  getPolicyLiens,
  listPaymentMethods,
  listPolicyNotes,
} from '@tideline/sdk/operations'
import {
  getCancelReasonsOptions,
  getDefaultPaymentMethodOptions,
  getInvoiceDetailsOptions,
  getPolicyLiensOptions,
  listPaymentMethodsOptions,
  listPolicyNotesOptions,
} from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expect, it, vi } from 'vitest'

// Sets `window.location`, which the module under test reads on import.
vi.hoisted(() => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
})

const of = (policyNo: string) => ({ client: api.client, path: { policyNo } })

it.each([
  ['cancel reasons', getCancelReasonsOptions, getExample(getCancelReasons)],
  ['lienholders', getPolicyLiensOptions, getExample(getPolicyLiens)],
  ['invoices', getInvoiceDetailsOptions, getExample(getInvoiceDetails)],
  ['notes', listPolicyNotesOptions, getExample(listPolicyNotes)],
  ['default payment method', getDefaultPaymentMethodOptions, getExample(getDefaultPaymentMethod)],
  ['payment methods', listPaymentMethodsOptions, getExample(listPaymentMethods)],
] as const)('caches the %s of each policy separately [P133]', (_, options, response) => {
  queryClient.setQueryData(options(of('RFL3000101')).queryKey, response as never)
  expect(queryClient.getQueryData(options(of('RFL3000101')).queryKey)).toEqual(response)
  expect(queryClient.getQueryData(options(of('RFL3000102')).queryKey)).toBeUndefined()
})

it('caches a cancel reason with its code and required document types [P133]', () => {
  const { payload, ...rest } = getExample(getCancelReasons)
  const papers: CancelReason['policyCancelDocs'] = [{ docTypeId: 9, docName: 'Proof of sale' } as never]
  const { queryKey } = getCancelReasonsOptions(of('RFL3000101'))
  queryClient.setQueryData(queryKey, { ...rest, payload: payload.map((one) => ({ ...one, policyCancelDocs: papers })) })
  const [reason] = queryClient.getQueryData(queryKey)?.payload ?? []
  expect([reason?.reasonCode, reason?.policyCancelDocs[0]?.docTypeId]).toEqual(['13', 9])
})
