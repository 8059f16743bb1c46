import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProcessIo } from './io.ts'

/** Returns a fake terminal with its input and output. */
function createTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stderr = new PassThrough()
  const shown: string[] = []
  stderr.on('data', (chunk) => shown.push(String(chunk)))
  const io = createProcessIo({ stdin, stdout: stderr as never, stderr: stderr as never, env: {} })
  return { io, type: (text: string) => stdin.write(text), screen: () => shown.join('') }
}

test('prompts for a password without showing what the user types', async () => {
  const { io, type, screen } = createTerminal()
  const answer = io.askSecret('Password: ')
  type('Tideline-Demo-1\r')
  expect(await answer).toBe('Tideline-Demo-1')
  expect(screen()).toBe('Password: \n')
})

test('prompts for an email address and shows what the user types', async () => {
  const { io, type, screen } = createTerminal()
  const answer = io.ask('Email: ')
  type('agent@example.com\r')
  expect(await answer).toBe('agent@example.com')
  expect(screen()).toContain('agent@example.com')
})

test('shows no prompt without a terminal', async () => {
  const pipe = new PassThrough()
  const io = createProcessIo({ stdin: pipe, stdout: pipe as never, stderr: pipe as never, env: {} })
  expect(await io.ask('Email: ')).toBeUndefined()
  expect(await io.askSecret('Password: ')).toBeUndefined()
})

test.each(['SIGINT', 'SIGTERM'] as const)('calls the listener at %s until it is removed', (signal) => {
  const { io } = createTerminal()
  let calls = 0
  const others = process.rawListeners(signal)
  const removeListener = io.onInterrupt(() => calls++)
  const added = process.rawListeners(signal).filter((listener) => !others.includes(listener))
  expect(added).toHaveLength(1)
  added[0]?.call(process, signal)
  removeListener()
  expect([calls, process.rawListeners(signal)]).toEqual([1, others])
})
