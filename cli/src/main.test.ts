import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { nouns } from './generated/commands.ts'
import { createTempFolder } from './testing/command-line.ts'

const bin = join(import.meta.dirname, '../bin/tideline.js')

async function start(args: string[], options: string[] = []) {
  const env = { ...process.env, XDG_CONFIG_HOME: await createTempFolder(), TIDELINE_TOKEN: '' }
  return promisify(execFile)(process.execPath, [...options, bin, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (problem) => ({ code: problem.code as number, stdout: problem.stdout as string, stderr: problem.stderr as string }),
  )
}

test('prints the CLI version', async () => {
  expect(await start(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
})

test('exits with code 3 and an error on stderr when the user is not logged in', async () => {
  const { code, stdout, stderr } = await start(['whoami'])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/tideline login/)
})

test('provides every contract operation by operation name, and also by noun and verb', async () => {
  const { stdout } = await start(['api', '--help'])
  for (const noun of nouns) {
    const help = (await start([noun.name, '--help'])).stdout
    for (const { id, summary } of await noun.operations()) {
      expect(stdout).toContain(`  ${id} `)
      // Skips the summary because a hand-written command replaces this operation.
      if (id !== 'searchPolicies') expect(help.replace(/\s+/g, ' ')).toContain(summary)
    }
  }
})

test('restarts with the bundled Node when the installed Node cannot run TypeScript', async () => {
  const old = ['--no-strip-types']
  expect(await start(['--version'], old)).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  expect(await start(['whoami'], old)).toMatchObject({ code: 3, stdout: '' })
})
