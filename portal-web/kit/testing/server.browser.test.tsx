import { getPublicSettings } from '@tideline/sdk/operations'
import { expect, it } from 'vitest'
import { answer, asked, standInForTheServer, strayCalls } from './server.ts'

standInForTheServer()

it('a call that the contract does not have is told, also where its error is swallowed', async () => {
  await fetch('/api/v1/nothing').catch(() => undefined)
  await fetch('https://elsewhere.example/script.js').catch(() => undefined)
  expect(strayCalls()).toEqual([
    expect.stringContaining('no operation at GET'),
    expect.stringContaining('elsewhere.example/script.js'),
  ])
})

it('a call is answered by what the test gave, else by the example of the contract, and is no stray', async () => {
  const example = await (await fetch('/api/v1/settings/public')).json()
  expect(example.payload).toBeTruthy()
  answer(getPublicSettings, { ...example, message: 'Given.' })
  expect(await (await fetch('/api/v1/settings/public')).json()).toMatchObject({ message: 'Given.' })
  expect(asked(getPublicSettings)).toHaveLength(2)
  expect(strayCalls()).toEqual([])
})
