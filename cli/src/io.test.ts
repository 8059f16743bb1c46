import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { processIo } from './io.ts'

/** A terminal on which somebody types, and what it shows. */
function aTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stderr = new PassThrough()
  const shown: string[] = []
  stderr.on('data', (chunk) => shown.push(String(chunk)))
  const io = processIo({ stdin, stdout: stderr as never, stderr: stderr as never, env: {} })
  return { io, type: (text: string) => stdin.write(text), screen: () => shown.join('') }
}

test('a password is asked for and never shown', async () => {
  const { io, type, screen } = aTerminal()
  const answer = io.askSecret('Password: ')
  type('Tideline-Demo-1\r')
  expect(await answer).toBe('Tideline-Demo-1')
  expect(screen()).toBe('Password: \n')
})

test('an email address is asked for and shown', async () => {
  const { io, type, screen } = aTerminal()
  const answer = io.ask('Email: ')
  type('agent@example.com\r')
  expect(await answer).toBe('agent@example.com')
  expect(screen()).toContain('agent@example.com')
})

test('nobody is asked without a terminal', async () => {
  const pipe = new PassThrough()
  const io = processIo({ stdin: pipe, stdout: pipe as never, stderr: pipe as never, env: {} })
  expect(await io.ask('Email: ')).toBeUndefined()
  expect(await io.askSecret('Password: ')).toBeUndefined()
})
