import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tideline-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lock = join(folder, 'generate.lock')
const log = join(folder, 'log.txt')
const script = `
  const { runLocked } = await import(process.env.MODULE)
  const { appendFileSync } = await import('node:fs')
  runLocked(process.env.LOCK, () => {
    appendFileSync(process.env.LOG, 'begin ' + process.pid + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    appendFileSync(process.env.LOG, 'end ' + process.pid + '\\n')
  })`
const env = { ...process.env, MODULE: join(import.meta.dirname, '../../scripts/process-lock.ts'), LOCK: lock, LOG: log }

/** Runs processes that take the lock at the same time. Returns the lines that each wrote at the begin and the end. */
async function runAtOnce(count: number): Promise<string[]> {
  writeFileSync(log, '')
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], { env, stdio: 'inherit' }),
  )
  const codes = await Promise.all(children.map((child) => once(child, 'exit')))
  expect(codes.map(([code]) => code)).toEqual(children.map(() => 0))
  return readFileSync(log, 'utf8').trim().split('\n')
}

describe('lock of a checkout', () => {
  it('lets one process run at a time', async () => {
    const lines = await runAtOnce(4)
    expect(lines).toHaveLength(8)
    for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('begin', 'end'))
  })

  it('is taken from a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--eval', ''])
    writeFileSync(lock, String(pid))
    expect(await runAtOnce(1)).toHaveLength(2)
  })
})
