import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../samples/samples.ts'
import {
  addPrograms,
  buildScript,
  expectResults,
  getReaderEnv,
  readGuideSteps,
  runScript,
  startGuideSandbox,
} from './first-integration-guide.ts'

const { url, countCancellations } = await startGuideSandbox()
const folder = await mkdtemp(join(tmpdir(), 'tideline-first-integration-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sections that require the npm registry. `pnpm verify` also runs them. */
const needsRegistry = ['Install with npm', 'Install with pnpm', 'Call the mock server']

describe('guide "Build a first integration"', () => {
  beforeAll(async () => {
    await mkdir(join(folder, 'node_modules/@tideline'), { recursive: true })
    await symlink(join(root, 'sdk'), join(folder, 'node_modules/@tideline/sdk'))
    await addPrograms(join(folder, 'bin'), {
      node: process.execPath,
      tideline: join(root, 'cli/bin/tideline.js'),
    })
  })

  it('signs, pays, receives a webhook, syncs, and resumes a killed job with the code blocks as shown', async () => {
    const steps = (await readGuideSteps(url)).filter(({ section }) => !needsRegistry.includes(section))
    const env = getReaderEnv({ PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, HOME: folder })
    expectResults(await runScript(buildScript(steps), folder, env, 170_000))
    const numbers = (await readFile(join(folder, 'others.txt'), 'utf8')).trim().split('\n')
    expect(await countCancellations(numbers)).toEqual(Array(40).fill(1))
  })

  it('shows the name of the file of each program', async () => {
    const programs = (await readGuideSteps(url)).filter(({ language }) => language === 'JavaScript')
    expect(programs.map(({ file }) => file)).toEqual(['receiver.js', 'sign.js', 'pay.js', 'sync.js'])
  })
})
