import { type Command, Option } from 'commander'
import type { Io } from '../base/io.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Adds `tideline completion <shell>`, which prints a completion script. */
export function addCompletionCommand(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description('For bash: eval "$(tideline completion bash)". Use the same command for zsh and fish.')
    .addOption(new Option('--words <line>').hideHelp())
    .argument('[shell]', `${shells.join(', ')}`)
    .action((shell: string | undefined, options: { words?: string }, command: Command) => {
      if (options.words !== undefined) return io.stdout.write(`${getCompletions(program, options.words).join('\n')}\n`)
      const script = scripts[shell as (typeof shells)[number]]
      if (!script) return command.error(`error: choose one of ${shells.join(', ')}`)
      io.stdout.write(script)
    })
}

/** Returns the subcommands and flags that can complete the command line. */
export function getCompletions(program: Command, line: string): string[] {
  let command = program
  for (const word of line.trim().split(/\s+/).slice(1))
    command = command.commands.find((child) => child.name() === word) ?? command
  const names = command.commands.map((child) => child.name())
  const flags = [...command.options, ...program.options].filter(({ hidden }) => !hidden).map(({ long }) => long ?? '')
  return [...names, ...new Set(flags.filter(Boolean))]
}

const scripts: Record<(typeof shells)[number], string> = {
  bash: `_tideline() {
  local line="\${COMP_WORDS[*]:0:COMP_CWORD}"
  COMPREPLY=($(compgen -W "$(tideline completion --words "$line")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _tideline -o default tideline
`,
  zsh: `_tideline() {
  compadd -- $(tideline completion --words "\${words[1,CURRENT-1]}")
}
compdef _tideline tideline
`,
  fish: `complete -c tideline -a '(tideline completion --words (commandline -opc | string join " "))'
`,
}
