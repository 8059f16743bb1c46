#!/usr/bin/env node
// Plain JavaScript that any Node from 18 on reads. The commands are TypeScript as it stands, which this Node may not
// run: then the one that comes with the package does (its npm package `node`).
import { spawn } from 'node:child_process'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

if (process.features.typescript) {
  // The compile cache is on before the first TypeScript file is read: the second start is about as fast as Node itself.
  nodeModule.enableCompileCache?.()
  await import('../src/main.ts')
} else {
  const node = nodeModule.createRequire(import.meta.url).resolve('node/bin/node')
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (problem) => {
    process.stderr.write(`tideline needs Node 24 and could not start its own: ${problem.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 1)
  })
}
