import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTideline, type TidelineOptions } from '@tideline/sdk'
import { onTestFinished } from 'vitest'
import { saveProfile } from '../base/config.ts'
import type { Operation } from '../base/operation.ts'
import { nouns as contractNouns } from '../generated/commands.ts'
import { runCommandLine } from '../program.ts'
import { createFakeIo, type FakeIo } from './fake-io.ts'
import type { TestServer } from './server.ts'

/** Creates a temporary folder that is removed after the test. */
export async function createTempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const createConfigFile = async () => join(await createTempFolder(), 'config.json')

/** Creates a profile with a session on a test server. By default, the session lasts 30 minutes. */
export async function createLoggedInConfigFile(
  server: Pick<TestServer, 'url'>,
  expiresInMs = 1_800_000,
): Promise<string> {
  const file = await createConfigFile()
  await saveProfile(file, 'default', {
    url: server.url,
    email: 'agent@example.com',
    token: 'a.b.c',
    refreshToken: 'rt_0123456789012345678901',
    expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
  })
  return file
}

interface RunOptions {
  io?: FakeIo
  configFile?: string
  operations?: readonly Operation[]
}

/** Runs a command line without a terminal or a separate process. */
export async function runTideline(
  args: string[],
  { io = createFakeIo(), configFile, operations = [] }: RunOptions = {},
) {
  const deps = {
    io,
    configFile: configFile ?? (await createConfigFile()),
    client: async (options: TidelineOptions) => createTideline({ ...options, retries: 0 }),
  }
  const own = Map.groupBy(operations, ({ tag }) => tag)
  // Combines the contract's nouns, including their hand-written commands, with the operations of the test.
  const nouns = contractNouns.map((noun) => ({ ...noun, operations: async () => own.get(noun.name) ?? [] }))
  const code = await runCommandLine(args, deps, nouns)
  return { code, out: io.out(), err: io.err() }
}
