/**
 * `node tests/bench/start-up.ts`: compares the start of the packed CLI with `node -e 0`, on each version of Node.js on this
 * machine. Prints the processor time, which does not depend on other programs, and ratios; asserts nothing. BENCH_STARTS
 * sets the number of starts.
 */
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { findNodePrograms, installTarballs, packCopy } from '../support/installation.ts'
import { print } from './book.ts'
import { record } from './measurements.ts'

const starts = Number(process.env.BENCH_STARTS ?? 25)
const { repository, tarballs } = await packCopy()
const { home, command } = await installTarballs([tarballs.cli], 'npm')
const commands = [['--version'], ['policies', '--help']]

/** Starts a command several times. Returns the average processor time in milliseconds, as the shell reports it. */
function measureProcessorTime(node: string, args: readonly string[]): number {
  const script = `i=0; while [ $i -lt ${starts} ]; do "$@" >/dev/null; i=$((i + 1)); done; times`
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', node, ...args], { encoding: 'utf8' })
  const times =
    stdout
      .trim()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? []
  const total = [...times].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
  return (total * 1000) / starts
}

try {
  print(`\nCLI start, ${starts} starts each, load ${loadavg()[0]?.toFixed(1)}; average processor time`)
  for (const [version, node] of findNodePrograms()) {
    const base = measureProcessorTime(node, ['-e', '0'])
    print(`${version.padEnd(9)} ${'node -e 0'.padEnd(24)} ${base.toFixed(0).padStart(4)} ms`)
    for (const args of commands) {
      const milliseconds = measureProcessorTime(node, [command, ...args])
      const title = `tideline ${args.join(' ')}`.padEnd(24)
      record(
        `tideline ${args.join(' ')} / node -e 0, ${version}`,
        milliseconds / base,
        'ratio',
        args[0] === '--version' ? { atMost: 1.6 } : undefined,
      )
      print(
        `${version.padEnd(9)} ${title} ${milliseconds.toFixed(0).padStart(4)} ms  ${(milliseconds / base).toFixed(2)}`,
      )
    }
  }
} finally {
  for (const folder of [repository, home]) await rm(folder, { recursive: true, force: true })
}
