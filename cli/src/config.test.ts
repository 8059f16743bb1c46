import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createConfigFile, createLoggedInConfigFile, runTideline } from './testing/command-line.ts'

const url = 'https://policies.example.com'
const json = async (args: string[], configFile: string) => {
  const { out } = await runTideline([...args, '--output', 'json'], { configFile })
  return JSON.parse(out)
}

describe('tideline config', () => {
  test('lists and shows profiles without tokens', async () => {
    const configFile = await createLoggedInConfigFile({ url })
    const profile = { profile: 'default', url, email: 'agent@example.com', isSignedIn: true }
    expect(await json(['config', 'list'], configFile)).toMatchObject([profile])
    const { out } = await runTideline(['config', 'get', 'default', '--output', 'json'], { configFile })
    expect(JSON.parse(out)).toMatchObject(profile)
    expect(out).not.toMatch(/a\.b\.c|rt_/)
  })

  test("sets a profile's URL, and ends the session of the profile when the URL changes", async () => {
    const configFile = await createLoggedInConfigFile({ url })
    expect((await runTideline(['config', 'set', 'default', url], { configFile })).code).toBe(0)
    expect(await json(['config', 'get', 'default'], configFile)).toMatchObject({ isSignedIn: true })
    await runTideline(['config', 'set', 'default', 'https://elsewhere.example.com'], { configFile })
    expect(JSON.parse(await readFile(configFile, 'utf8')).profiles).toEqual({
      default: { url: 'https://elsewhere.example.com' },
    })
  })

  test.each([
    [['config', 'get', 'nobody'], 'There is no profile nobody'],
    [['config', 'set', 'default', 'policies'], 'enter a URL, for example https://policies.example.com'],
    [['config', 'set', 'default', 'file:///etc/passwd'], 'enter a URL'],
  ])('rejects %j with an error message', async (args, words) => {
    const { code, err } = await runTideline(args, { configFile: await createConfigFile() })
    expect(code).toBe(2)
    expect(err).toContain(words)
  })
})
