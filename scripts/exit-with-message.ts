/** Prints a message that says what to do, then exits. */
export function exitWithMessage(sentence: string): never {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}
