#!/usr/bin/env node
// This file is JavaScript for Node.js 20 and later. The published package contains all commands in one JavaScript file. In a
// checkout, they are TypeScript. If this version of Node.js cannot run them, the version in the npm package `node` does.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/main.ts', import.meta.url)

if (!existsSync(source) || process.features.typescript) {
  // Enables the compile cache before the commands are loaded, so that later starts are about as fast as Node.js alone.
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
