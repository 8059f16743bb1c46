/**
 * `node tests/bench/start-up.ts`: measures how long the packed CLI takes to start, compared with `node -e 0`, on each
 * version of Node.js on this machine. Prints medians and ratios; asserts nothing. BENCH_STARTS sets the number of starts.
 */
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { findNodePrograms, installTarballs, packPackages } from '../support/installation.ts'
import { print } from './book.ts'
import { median } from './measure.ts'

const starts = Number(process.env.BENCH_STARTS ?? 25)
const { repository, tarballs } = await packPackages()
const { home, command } = await installTarballs([tarballs.cli], 'npm')
const commands = {
  'node -e 0': ['-e', '0'],
  '--version': [command, '--version'],
  'policies --help': [command, 'policies', '--help'],
}

try {
  print(`\nCLI start, ${starts} starts each, load ${loadavg()[0]?.toFixed(1)}; medians`)
  for (const [version, node] of findNodePrograms()) {
    const times = new Map<string, number[]>(Object.keys(commands).map((title) => [title, []]))
    // Starts the commands in turn, so that other programs slow all of them down equally.
    for (let round = 0; round < starts; round++)
      for (const [title, args] of Object.entries(commands)) {
        const began = performance.now()
        spawnSync(node, args)
        times.get(title)?.push(performance.now() - began)
      }
    const base = median(times.get('node -e 0') ?? [])
    for (const [title, values] of times)
      print(
        `${version.padEnd(9)} ${title.padEnd(16)} ${median(values).toFixed(0).padStart(5)} ms  ${(median(values) / base).toFixed(2)}`,
      )
  }
} finally {
  for (const folder of [repository, home]) await rm(folder, { recursive: true, force: true })
}
