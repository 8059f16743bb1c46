/** Runs the guide "Build a first integration" as a reader does: all code blocks in order, exactly as the guide shows them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { expect } from 'vitest'
import { createApiProcess } from '../faults/api-process.ts'
import { seedSandbox } from '../support/seed-sandbox.ts'

/** Number of policies in the bulk job of the guide. */
const jobSize = 40

interface Step {
  section: string
  language: string
  code: string
  /** Name of the file in which the reader saves the code. */
  file?: string
}

/** Returns the text of a code block, which the page shows in colored spans. */
const toText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([0-9A-F]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Reads the code blocks of the guide from the page that the server shows. */
export async function readGuideSteps(url: string): Promise<Step[]> {
  const page = await (await fetch(`${url}/docs/first-integration`)).text()
  return page.split('<h2 id=').flatMap((part) => {
    const section = /^"[^"]*">([^<]*)</.exec(part)?.[1]
    if (section === undefined) return []
    const blocks = [...part.matchAll(/<figure><figcaption>([^<]*)<\/figcaption><pre[^>]*><code>([\s\S]*?)<\/code>/g)]
    return blocks.map(({ 1: language = '', 2: code = '', index }) => {
      const before = part.slice(0, index)
      const file = /Save this program as <code>([\w.]+)<\/code>(?![\s\S]*<figure>)/.exec(before)?.[1]
      return { section, language, code: `${toText(code)}\n`, ...(file && { file }) }
    })
  })
}

/** Returns one shell script with all steps. Its output shows the title of each section. */
export function buildScript(steps: readonly Step[]): string {
  const parts = steps.map(({ section, code, file }) => {
    const command = file ? `cat > ${file} <<'END_OF_PROGRAM'\n${code}END_OF_PROGRAM\n` : code
    return `echo '## ${section}'\n${command}`
  })
  return `set -eu\n${parts.join('')}`
}

/** Starts a sandbox with the accounts of the guide. */
export async function startGuideSandbox() {
  const database = await createTestDatabase()
  const api = await createApiProcess(database, {
    TIDELINE_SANDBOX: 'yes',
    STRIPE_SETTLE_SECONDS: String(4 * 86_400),
  })
  await seedSandbox(database)
  const { port } = new URL(await api.start())
  /** Returns how often the cancellation of each policy of the bulk job was requested. */
  const countCancellations = async (policyNumbers: readonly string[]) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(t.*)::int as count from policies p
       left join policy_transactions t on t.policy_id = p.policy_id and t.transaction_type = 'P04'
       where p.policy_no = any($1) group by p.policy_no`,
      [policyNumbers],
    )
    return rows.map(({ count }) => count)
  }
  return { url: `http://localhost:${port}`, countCancellations }
}

/** Adds programs to a folder that is first in the `PATH` of the reader. */
export async function addPrograms(folder: string, programs: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, path] of Object.entries(programs)) await symlink(path, join(folder, name))
}

/**
 * Returns the environment of a reader: that of this process with its proxies and certificates, without the variables of
 * the test runner.
 */
export const getReaderEnv = (env: Record<string, string>): NodeJS.ProcessEnv => {
  const isOfRunner = (name: string) => /^(npm_|TIDELINE_|VITEST|NODE_OPTIONS$|NODE_ENV$|XDG_CONFIG_HOME$)/.test(name)
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfRunner(name))), ...env }
}

/**
 * Runs a script of the guide in a folder and returns its output. Stops all of its processes at the end or after
 * `timeoutMs`, which must be shorter than the timeout of the test.
 */
export async function runScript(script: string, folder: string, env: NodeJS.ProcessEnv, timeoutMs: number) {
  const child = spawn('bash', ['-c', script], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk.toString()
  })
  const stopProcesses = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // All processes have ended.
    }
  }
  const timer = setTimeout(stopProcesses, timeoutMs)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  stopProcesses()
  return { code: code ?? signal, ...output }
}

/** Expects that each section of the guide had its result. */
export function expectResults({ code, out, err }: { code: unknown; out: string; err: string }): void {
  expect({ code, err: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, err: '' })
  const sections = new Map(
    out
      .split('## ')
      .slice(1)
      .map((text) => [text.split('\n')[0] ?? '', text.slice(text.indexOf('\n') + 1)]),
  )
  expect(sections.get('Call the sandbox')).toBe('admin@example.com\n')
  expect(sections.get('Sign the documents')).toBe('Documents signed: 2\n')
  expect(sections.get('Pay the premium')).toMatch(/^PAY-\d+-1 processing\n[\s\S]*payment\.paid RFL\d+\n$/)
  expect(sections.get('Sync changes')).toMatch(/^New events: [1-9]\d*\nNew events: 0\n$/)
  const [doneBefore, doneAfter] = sections.get('Stop and resume a bulk job')?.trim().split('\n').map(Number) ?? []
  expect(doneBefore).toBeGreaterThan(0)
  expect(doneBefore).toBeLessThan(jobSize)
  expect(doneAfter).toBe(jobSize)
}
