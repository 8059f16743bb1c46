import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { root } from './test-projects.ts'

export interface Stage {
  title: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

/** Returns the path of a tool that is installed in a package. */
export const getTool = (folder: string, tool: string) => join(root, folder, 'node_modules/.bin', tool)

const { FORCE_COLOR: _, ...ownEnv } = process.env
/** Environment variables of all stages. */
export const stageEnv = {
  ...ownEnv,
  // Removes FORCE_COLOR, because tools print colors even if its value is 0.
  NO_COLOR: '1',
  // Finds the node program before the shell script in node_modules/.bin, which does not stop its child process when it is killed.
  PATH: `${dirname(process.execPath)}${delimiter}${ownEnv.PATH}`,
  // Tests start the API and the CLI many times. The compile cache avoids compiling them each time.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // With a larger space for new objects, fewer objects are copied. A sample of API tests used a sixth less CPU time.
  NODE_OPTIONS: `${ownEnv.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
}

const running = new Set<ChildProcess>()
// Ctrl-C in a terminal also stops the stages, but a signal to this process does not.
process.once('SIGTERM', () => {
  for (const child of running) child.kill()
  process.exit(143)
})

let failed = 0
/** Returns the number of failed stages. */
export const getFailedStages = () => failed

/** Runs a stage and prints its output immediately. Returns whether it succeeded. */
export const runStage = (stage: Stage): Promise<boolean> => {
  process.stdout.write(`\n── ${stage.title}\n`)
  return run(stage, 'inherit')
}

/**
 * Runs stages one after another, while other stages run in parallel. Prints the output of each stage when the stage
 * ends.
 */
export async function runInBackground(stages: Stage[]): Promise<void> {
  for (const stage of stages) await run(stage, 'pipe')
}

function run(stage: Stage, output: 'inherit' | 'pipe'): Promise<boolean> {
  const started = Date.now()
  const child = spawn(stage.command, stage.args, {
    cwd: stage.cwd ?? root,
    env: { ...stageEnv, ...stage.env },
    stdio: ['inherit', output, output],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  return new Promise((resolve) => {
    const end = (isOk: boolean) => {
      running.delete(child)
      if (!isOk) failed++
      const seconds = Math.round((Date.now() - started) / 1000)
      if (output === 'pipe') process.stdout.write(`\n── ${stage.title}\n${text}`)
      process.stdout.write(`── ${stage.title}: ${isOk ? 'ok' : 'FAILED'} in ${seconds} s\n`)
      resolve(isOk)
    }
    child.once('error', (problem) => {
      text += `${problem.message}\n`
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
