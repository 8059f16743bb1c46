import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readProfile, saveProfile } from './base/config.ts'
import { createConfigFile, createLoggedInConfigFile, runTideline } from './testing/command-line.ts'
import { createFakeIo } from './testing/fake-io.ts'
import { createErrorResponse, createResponse, startServer } from './testing/server.ts'

const session = (token: string, refreshToken: string) =>
  createResponse({
    token,
    refreshToken,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    accountType: 'agent',
  })
const profile = createResponse({
  data: { Email: 'agent@example.com', Roles: '', Token: 'a.b.c' },
  agent: { agentNo: '100100' },
})

describe('tideline login', () => {
  test('stores the session in a file that only the user can read', async () => {
    await using server = await startServer({ 'POST /api/v1/auth/login': session('new.to.ken', 'rt_1') })
    const configFile = await createConfigFile()
    const io = createFakeIo({ columns: 80, answers: ['agent@example.com', 'Tideline-Demo-1'] })

    const { code, out, err } = await runTideline(['login', '--url', `${server.url}/`], { io, configFile })

    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toBe('Logged in as agent@example.com (profile default).\n')
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      email: 'agent@example.com',
      password: 'Tideline-Demo-1',
    })
    expect((await stat(configFile)).mode & 0o777).toBe(0o600)
    expect(await readFile(configFile, 'utf8')).not.toContain('Tideline-Demo-1')
    expect(await readProfile(configFile, 'default')).toMatchObject({ url: server.url, token: 'new.to.ken' })
  })

  test('reads the password from stdin', async () => {
    await using server = await startServer({ 'POST /api/v1/auth/login': session('new.to.ken', 'rt_1') })
    const io = createFakeIo({ stdin: 'Tideline-Demo-1\n', env: { TIDELINE_URL: server.url } })
    const { code } = await runTideline(['login', '--email', 'agent@example.com', '--password-stdin'], { io })
    expect(code).toBe(0)
    expect(JSON.parse(server.received[0]?.body ?? '').password).toBe('Tideline-Demo-1')
  })

  test('prompts for the two-factor code when required, or reads the code from --code', async () => {
    const codes: (string | undefined)[] = []
    await using server = await startServer({
      'POST /api/v1/auth/login': (body) => {
        const { code } = JSON.parse(body)
        codes.push(code)
        const rejected = createErrorResponse(
          401,
          'Enter the code from your authenticator app.',
          'missing_second_factor_code',
        )
        return code ? session('new.to.ken', 'rt_1') : rejected
      },
    })
    const env = { TIDELINE_URL: server.url }
    const interactive = createFakeIo({
      env,
      columns: 80,
      answers: ['agent@example.com', 'Tideline-Demo-1', ' 492039 '],
    })
    expect((await runTideline(['login'], { io: interactive })).code).toBe(0)
    const given = createFakeIo({ env, stdin: 'Tideline-Demo-1' })
    const args = ['login', '--email', 'agent@example.com', '--password-stdin']
    expect((await runTideline([...args, '--code', '112233'], { io: given })).code).toBe(0)
    const { code, err } = await runTideline(args, { io: createFakeIo({ env, stdin: 'Tideline-Demo-1' }) })
    expect(code).toBe(2)
    expect(err).toContain('--code')
    expect(codes).toEqual([undefined, '492039', '112233', undefined])
  })

  test('stores a separate session for each profile', async () => {
    await using server = await startServer({ 'POST /api/v1/auth/login': session('new.to.ken', 'rt_1') })
    const configFile = await createLoggedInConfigFile({ url: 'https://other.example.com' })
    const io = createFakeIo({ stdin: 'Tideline-Demo-1' })
    const args = ['login', '--email', 'a@example.com', '--password-stdin', '--profile', 'demo', '--url', server.url]
    await runTideline(args, { io, configFile })
    expect((await readProfile(configFile, 'demo'))?.token).toBe('new.to.ken')
    expect((await readProfile(configFile, 'default'))?.token).toBe('a.b.c')
  })

  test.each([
    ['no terminal to prompt for the email', ['login'], /Use --email/],
    ['no terminal to prompt for the password', ['login', '--email', 'a@example.com'], /--password-stdin/],
  ])('exits with a usage error: %s', async (_, args, message) => {
    const { code, err } = await runTideline(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  test('exits with code 3 for a wrong password and stores no session', async () => {
    await using server = await startServer({
      'POST /api/v1/auth/login': createErrorResponse(401, 'Email or password is wrong.'),
    })
    const configFile = await createConfigFile()
    const io = createFakeIo({ stdin: 'wrong' })
    const args = ['login', '--email', 'a@example.com', '--password-stdin', '--url', server.url]
    expect((await runTideline(args, { io, configFile })).code).toBe(3)
    expect(await readProfile(configFile, 'default')).toBeUndefined()
  })
})

describe('CLI access token', () => {
  const replies = {
    'POST /api/v1/auth/refresh': session('re.new.ed', 'rt_next_0123456789012345'),
    'GET /api/v1/accounts/profile': profile,
  }

  test('is sent while it is valid', async () => {
    await using server = await startServer(replies)
    const { code, out } = await runTideline(['whoami'], { configFile: await createLoggedInConfigFile(server) })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ Email: 'agent@example.com', Roles: '', agentNo: '100100' })
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer a.b.c'])
  })

  test('is renewed once for concurrent commands when it is about to expire', async () => {
    await using server = await startServer(replies)
    const configFile = await createLoggedInConfigFile(server, 10_000)
    const codes = await Promise.all([1, 2, 3].map(async () => (await runTideline(['whoami'], { configFile })).code))
    expect(codes).toEqual([0, 0, 0])
    expect(server.received.filter(({ url }) => url === '/api/v1/auth/refresh')).toHaveLength(1)
    const profileRequests = server.received.filter(({ url }) => url === '/api/v1/accounts/profile')
    expect(profileRequests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer re.new.ed'))
    expect((await readProfile(configFile, 'default'))?.refreshToken).toBe('rt_next_0123456789012345')
  })

  test('is read from TIDELINE_TOKEN before the profile', async () => {
    await using server = await startServer(replies)
    const io = createFakeIo({ env: { TIDELINE_TOKEN: 'e.n.v' } })
    await runTideline(['whoami'], { io, configFile: await createLoggedInConfigFile(server) })
    expect(server.received[0]?.headers.authorization).toBe('Bearer e.n.v')
  })

  test('is sent only to the URL of the server that issued it', async () => {
    await using server = await startServer(replies)
    const configFile = await createLoggedInConfigFile({ url: 'https://other.example.com' })
    expect((await runTideline(['whoami', '--url', server.url], { configFile })).code).toBe(3)
    expect(server.received).toEqual([])
  })
})

describe('tideline logout', () => {
  test('ends the session on the server and removes the local token', async () => {
    await using server = await startServer({ 'POST /api/v1/auth/logout': createResponse(null) })
    const configFile = await createLoggedInConfigFile(server)
    const { code, err } = await runTideline(['logout'], { configFile })
    expect({ code, err }).toEqual({ code: 0, err: 'Logged out (profile default).\n' })
    expect(await readProfile(configFile, 'default')).toEqual({ url: server.url, email: 'agent@example.com' })
  })

  test('removes the local token when the server is unreachable', async () => {
    const configFile = await createLoggedInConfigFile({ url: 'http://127.0.0.1:9' })
    expect((await runTideline(['logout'], { configFile })).code).toBe(1)
    expect((await readProfile(configFile, 'default'))?.token).toBeUndefined()
  })
})

test('reports an invalid CLI configuration file and does not overwrite the file', async () => {
  const configFile = await createConfigFile()
  await saveProfile(configFile, 'default', { url: 'https://example.com' })
  await writeFile(configFile, 'not json')
  const { code, err } = await runTideline(['whoami'], { configFile })
  expect(code).toBe(1)
  expect(err).toContain(`${configFile} cannot be read`)
  expect(await readFile(configFile, 'utf8')).toBe('not json')
})

test('ignores a configuration lock left by a crashed process', async () => {
  await using server = await startServer({
    'POST /api/v1/auth/refresh': session('re.new.ed', 'rt_next_0123456789012345'),
    'GET /api/v1/accounts/profile': profile,
  })
  const configFile = await createLoggedInConfigFile(server, 10_000)
  await mkdir(`${configFile}.lock`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${configFile}.lock`, longAgo, longAgo)
  expect((await runTideline(['whoami'], { configFile })).code).toBe(0)
})
