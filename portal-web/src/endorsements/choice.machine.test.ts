import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { endorsementChoiceMachine } from './choice.machine.ts'

const start = () => createActor(endorsementChoiceMachine, { input: { firstDate: '2026-12-15' } }).start()

test('moves from the endorsement type to the date and then to completion [D182] [D255]', () => {
  const actor = start()
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { choice: null, date: '2026-12-15' } })
  actor.send({ type: 'CHOOSE', choice: 'ebo' })
  actor.send({ type: 'CHANGE_DATE', date: '2027-01-01' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'enteringDate', context: { choice: 'ebo', date: '2027-01-01' } })
  actor.send({ type: 'SUBMIT' })
  actor.send({ type: 'FAILED' })
  expect(actor.getSnapshot().value).toBe('enteringDate')
  actor.send({ type: 'SUBMIT' })
  actor.send({ type: 'DONE' })
  expect(actor.getSnapshot().status).toBe('done')
})

test('resets the endorsement type on Cancel, or closes if no type was selected [D183]', () => {
  const actor = start()
  actor.send({ type: 'CHOOSE', choice: 'ebm' })
  actor.send({ type: 'CANCEL' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { choice: null } })
  actor.send({ type: 'CANCEL' })
  expect(actor.getSnapshot().status).toBe('done')
})
