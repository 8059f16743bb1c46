import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { choiceMachine } from './choice.machine.ts'

const start = () => createActor(choiceMachine, { input: { firstDate: '2026-12-15' } }).start()

test('nothing, then EBO or EBM, then the day, which begins at inception, then off [D182] [D255]', () => {
  const actor = start()
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { choice: null, date: '2026-12-15' } })
  actor.send({ type: 'CHOOSE', choice: 'ebo' })
  actor.send({ type: 'DATE', date: '2027-01-01' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'dating', context: { choice: 'ebo', date: '2027-01-01' } })
  actor.send({ type: 'SUBMIT' })
  actor.send({ type: 'FAILED' })
  expect(actor.getSnapshot().value).toBe('dating')
  actor.send({ type: 'SUBMIT' })
  actor.send({ type: 'DONE' })
  expect(actor.getSnapshot().status).toBe('done')
})

test('Cancel resets the choice, and closes where none is made [D183]', () => {
  const actor = start()
  actor.send({ type: 'CHOOSE', choice: 'ebm' })
  actor.send({ type: 'CANCEL' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { choice: null } })
  actor.send({ type: 'CANCEL' })
  expect(actor.getSnapshot().status).toBe('done')
})
