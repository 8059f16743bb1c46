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

/** Path of a tool that a package has installed. */
export const getTool = (folder: string, tool: string) => join(root, folder, 'node_modules/.bin', tool)

const { FORCE_COLOR: _, ...ownEnv } = process.env
const env = {
  ...ownEnv,
  // Tools take FORCE_COLOR for a wish for colors even if it is 0.
  NO_COLOR: '1',
  // The program itself before the shell script of node_modules/.bin, which leaves its child running when it is killed.
  PATH: `${dirname(process.execPath)}${delimiter}${ownEnv.PATH}`,
  // Tests start the API and the command line a hundred times: what was compiled once is compiled.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}

const running = new Set<ChildProcess>()
// A terminal's Ctrl-C reaches the stages by itself, which a signal to this process alone does not.
process.once('SIGTERM', () => {
  for (const child of running) child.kill()
  process.exit(143)
})

let failed = 0
/** How many stages have failed so far. */
export const getFailedStages = () => failed

/** Runs a stage and shows its output as it comes. False if it failed. */
export const runStage = (stage: Stage): Promise<boolean> => {
  process.stdout.write(`\n── ${stage.title}\n`)
  return run(stage, 'inherit')
}

/** Runs stages one after the other beside others; the output of each is shown when it ends. */
export async function runBeside(stages: Stage[]): Promise<void> {
  for (const stage of stages) await run(stage, 'pipe')
}

function run(stage: Stage, output: 'inherit' | 'pipe'): Promise<boolean> {
  const started = Date.now()
  const child = spawn(stage.command, stage.args, {
    cwd: stage.cwd ?? root,
    env: { ...env, ...stage.env },
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
