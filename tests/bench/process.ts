/**
 * `node tests/bench/process.ts`: measures how long the API takes from its start to the first response on an existing
 * database, and its memory when idle, compared with a bare fastify server. Prints results and ratios of medians; asserts
 * nothing. BENCH_POLICIES and BENCH_STARTS change the size and the number of starts.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openBook, policies, print, root } from './book.ts'
import { median } from './measure.ts'
import { record } from './measurements.ts'
import { startServer } from './processes.ts'
import { getProcessorTime } from './processor-time.ts'

const starts = Number(process.env.BENCH_STARTS ?? 5)
const { dataFolder, server } = await openBook('bench')
const env = {
  ...{ DATABASE_URL: server.url(), NODE_ENV: 'production', TIDELINE_DEMO: 'yes', RUN_JOBS: 'false', LOG_LEVEL: 'info' },
  // As in the Dockerfile: a restart uses the compiled code of the first start.
  ...{ TIDELINE_DATA: dataFolder, NODE_COMPILE_CACHE: join(dataFolder, 'compiled') },
}

interface Start {
  milliseconds: number
  processorTime: number
  /** Resident memory in megabytes after a few idle seconds. */
  memory: number
}

async function start(script: string, path: string): Promise<Start> {
  const began = performance.now()
  const { child, url } = await startServer(join(root, script), env, join(dataFolder, 'process.log'))
  const response = await fetch(`${url}${path}`)
  await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
  const milliseconds = performance.now() - began
  const pid = child.pid ?? 0
  const processorTime = (getProcessorTime(pid) ?? 0) / 1000
  await wait(3000)
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
  return { milliseconds, processorTime, memory }
}

try {
  await start('api/src/main.ts', '/api/ready')
  const [api, bare]: [Start[], Start[]] = [[], []]
  for (let round = 0; round < starts; round++) {
    api.push(await start('api/src/main.ts', '/api/ready'))
    bare.push(await start('tests/bench/baselines/fastify.ts', '/confirmation/none'))
  }
  const get = (runs: Start[], key: keyof Start) => median(runs.map((run) => run[key]))
  print(`\nprocess, ${policies} policies, ${starts} starts, load ${loadavg()[0]?.toFixed(1)}; medians`)
  for (const [title, runs] of [
    ['Tideline', api],
    ['bare fastify', bare],
  ] as const)
    print(
      `${title.padEnd(14)} first response ${get(runs, 'milliseconds').toFixed(0)} ms (processor time ${get(runs, 'processorTime').toFixed(0)} ms), idle memory ${get(runs, 'memory').toFixed(0)} MB`,
    )
  const memory = get(api, 'memory') / get(bare, 'memory')
  print(`start to first response   ${(get(api, 'milliseconds') / 1000).toFixed(2)} s (goal: at most 2 s)`)
  print(`idle memory / fastify     ${memory.toFixed(2)} (goal: at most 2)`)
  record('start to first response', get(api, 'milliseconds'), 'ms', { atMost: 2_000 })
  record('start to first response, processor time', get(api, 'processorTime'), 'ms')
  record('idle memory / bare fastify', memory, 'ratio', { atMost: 2 })
} finally {
  await server.stop()
}
