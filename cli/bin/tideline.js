#!/usr/bin/env node
// Plain JavaScript that any Node from 20 on reads. In the package the commands are JavaScript, too. In the work tree they are
// TypeScript as it stands, which this Node may not run: then the one that comes with the work tree does (the npm package `node`).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source) || process.features.typescript) {
  // The compile cache is on before the first command is read: the second start is about as fast as Node itself.
  nodeModule.enableCompileCache?.()
  await import(existsSync(source) ? source.href : '../dist/main.js')
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
