import type { Quote, QuoteLienholder } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { lienholderMachine } from './lienholder.machine.ts'
import {
  getEditButtonPosition,
  isLienholderFormComplete,
  toLienholderForm,
  toQuoteLienholder,
} from './lienholder-form.ts'

const bank: QuoteLienholder = {
  lienholderId: 'one',
  name: 'Gulf Demo Bank',
  addr1: '1 Bank Plaza',
  addr2: null,
  city: 'Tampa',
  state: 'FL',
  zip: '33602',
  loan_number: '0098765',
  mortgage_clause: 'ISAOA/ATIMA',
}
const quote = {
  quoteNumber: 'Q9000103',
  version: 1,
  application: { lienholderList: [bank, { ...bank, lienholderId: 'two' }] },
} as Quote

function started(fails?: 'create' | 'load' | 'save') {
  const calls: unknown[] = []
  const call = <Result>(name: string, response: Result) => {
    calls.push(name)
    return fails === name ? Promise.reject(new Error('no')) : Promise.resolve(response)
  }
  const machine = lienholderMachine.provide({
    actors: {
      createQuote: fromPromise(() => call('create', 'Q9000103')),
      loadQuote: fromPromise(() => call('load', quote)),
      saveAndBind: fromPromise(({ input }) => {
        calls.push(input.quote)
        return call('save', undefined)
      }),
    },
  })
  return { calls, actor: createActor(machine, { input: { policyNo: 'RFL3000103', lienholderId: 'one' } }).start() }
}

describe('lienholder editor', () => {
  it('asks for confirmation, creates and loads a quote, then saves and binds the quote [C108]', async () => {
    const { actor, calls } = started()
    expect(actor.getSnapshot().value).toBe('confirm')
    expect(calls).toEqual([])
    actor.send({ type: 'CONFIRM' })
    await waitFor(actor, (at) => at.matches('editing'))
    expect(calls).toEqual(['create', 'load'])
    actor.send({ type: 'SAVE', lienholder: { ...bank, name: 'Demo Credit Union' } })
    await waitFor(actor, (at) => at.matches('done'))
    const sent = calls[2] as Quote
    expect(sent.application.lienholderList.map(({ name }) => name)).toEqual(['Demo Credit Union', 'Gulf Demo Bank'])
    expect({ ...sent, application: quote.application }).toEqual(quote)
  })
  it.each([
    ['create', 'endorsementError', 'There was an error creating an endorsement to edit the Lienholder.'],
    ['load', 'failed', 'There was an error updating this Lienholder.'],
    ['save', 'failed', 'There was an error updating this Lienholder.'],
  ] as const)('handles a failure to %s by moving to the state %s [C205] [C206]', async (step, outcome, says) => {
    const { actor } = started(step)
    actor.send({ type: 'CONFIRM' })
    if (step === 'save') {
      await waitFor(actor, (at) => at.matches('editing'))
      actor.send({ type: 'SAVE', lienholder: bank })
    }
    await waitFor(actor, (at) => at.matches(outcome))
    expect(actor.getSnapshot().context.problem).toBe(says)
  })
  it.each(['name', 'addr1', 'city', 'state', 'zip', 'loan_number'] as const)(
    'requires a value for %s [C134]',
    (field) => {
      expect(isLienholderFormComplete(toLienholderForm(bank))).toBe(true)
      expect(isLienholderFormComplete({ ...toLienholderForm(bank), [field]: ' ' })).toBe(false)
    },
  )
  it('keeps values that the user did not change', () => {
    expect(toQuoteLienholder(toLienholderForm(bank), 'one')).toEqual(bank)
  })
  it('shows the Edit button at the address if there is a mortgage clause [C152]', () => {
    expect(getEditButtonPosition({ mortgageClause: 'ISAOA' })).toBe('address')
    expect(getEditButtonPosition({ mortgageClause: null })).toBe('panel')
  })
})
