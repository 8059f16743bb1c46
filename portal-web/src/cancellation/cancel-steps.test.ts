import type { CancelReason } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import {
  type CancelStep,
  getCancelSteps,
  getRemainingCancelStep,
  getRequiredDocumentSlots,
  type RequiredDocumentSlot,
  validateRequiredDocuments,
} from './cancel-steps.ts'

const paper = (isRequired: boolean, isUploaded = false): CancelReason['policyCancelDocs'][number] => ({
  ...{ docTypeId: 9, docType: { type: 'Property Sold' }, isRequired, isUploaded },
})
const reason = (reasonCode: CancelReason['reasonCode'], ...policyCancelDocs: CancelReason['policyCancelDocs']) => ({
  ...{ reasonCode, policyCancelDocs },
})

describe('cancellation step list', () => {
  it.each([
    ['01', paper(true)],
    ['02', paper(true)],
    ['12', paper(true)],
  ] as const)('includes an upload for reason %s, which requires a document [D158] [D159]', (code, one) => {
    expect(getCancelSteps(reason(code, one), false)).toEqual(['reason', 'upload', 'sign'])
  })

  it.each([
    ['33', []],
    ['04', [paper(false)]],
  ] as const)('has no upload for reason %s, which requires no document [D158]', (code, papers) => {
    expect(getCancelSteps(reason(code, ...papers), false)).toEqual(['reason', 'sign'])
  })

  it('includes only the signature for reason 13 or a single reason [D161] [D156]', () => {
    expect(getCancelSteps(reason('13'), false)).toEqual(['sign'])
    expect(getCancelSteps(reason('01', paper(true)), true)).toEqual(['sign'])
  })
})

describe('cancellation document upload', () => {
  const slots: RequiredDocumentSlot[] = getRequiredDocumentSlots([
    paper(true),
    { ...paper(true), docTypeId: 10, docType: { type: 'Rewritten' } },
  ])
  const file = new File(['sold'], 'sold.pdf')

  it('has slots only for required documents', () => {
    expect(getRequiredDocumentSlots([paper(false)])).toEqual([])
    expect(slots.map(({ name }) => name)).toEqual(['Property Sold', 'Rewritten'])
  })

  it('requires a file unless the policy already has the document [D160]', () => {
    expect(validateRequiredDocuments(slots, new Map())).toBe('Choose a file for Property Sold.')
    expect(validateRequiredDocuments(slots, new Map([[9, file]]))).toBe('Choose a file for Rewritten.')
    expect(
      validateRequiredDocuments(
        slots,
        new Map([
          [9, file],
          [10, file],
        ]),
      ),
    ).toBeUndefined()
    expect(validateRequiredDocuments(getRequiredDocumentSlots([paper(true, true)]), new Map())).toBeUndefined()
  })
})

describe('remaining step of a pending cancellation', () => {
  const done = { agentMustSign: true, agentHasSigned: true, insuredMustSign: true, insuredHasSigned: true }
  const status = (changes: object) => ({ state: 'pending' as const, missingDocuments: [], ...done, ...changes })
  it.each([
    ['agent', { agentHasSigned: false }, 'sign'],
    ['agent', { agentHasSigned: false, missingDocuments: [paper(true)] }, 'upload'],
    ['agent', { insuredHasSigned: false }, undefined],
    ['insured', { insuredHasSigned: false, missingDocuments: [paper(true)] }, 'sign'],
    ['internal', { missingDocuments: [paper(true)] }, 'upload'],
    ['internal', { agentHasSigned: false, insuredHasSigned: false }, undefined],
    ['agent', { state: 'cancelled', agentHasSigned: false }, undefined],
  ] as ['agent' | 'insured' | 'internal', object, CancelStep | undefined][])(
    'is chosen for viewer %s with %j: %s',
    (kind, changes, step) => {
      expect(getRemainingCancelStep(status(changes), { kind, isReadonly: false })).toBe(step)
      expect(getRemainingCancelStep(status(changes), { kind, isReadonly: true })).toBeUndefined()
    },
  )
})
