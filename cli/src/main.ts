import type { TidelineOptions } from '@tideline/sdk'
import { getDefaultConfigPath } from './base/config.ts'
import { createProcessIo } from './base/io.ts'
import { nouns } from './generated/commands.ts'
import { runCommandLine } from './program.ts'

// Ignores the error that occurs if the reader closes the pipe early, as in `tideline … | head`.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code === 'EPIPE') process.exit(0)
  throw problem
})

const deps = {
  io: createProcessIo(),
  configFile: await getDefaultConfigPath(),
  client: async (options: TidelineOptions) => {
    const { createTideline } = await import('@tideline/sdk')
    return createTideline(options)
  },
}
process.exitCode = await runCommandLine(process.argv.slice(2), deps, nouns)
