import type { Operation } from './operation.ts'

const getText = (id: string) => id.split(/(?=[A-Z][a-z])/).map((word) => word.toLowerCase())

/** `claims` is said by "claim" as well, `policies` by "policy". */
const saysNoun = (noun: string, word: string) =>
  [noun, noun.replace(/s$/, ''), noun.replace(/ies$/, 'y')].includes(word)

/**
 * A verb for each operation of a noun: its name in kebab-case without what the noun says already, `list` for listClaims. The whole name
 * where two would be the same, or where a command has it already.
 */
export function getVerbs(operations: readonly Operation[], taken: readonly string[]): [verb: string, Operation][] {
  const short = operations.map(({ id, tag }) => {
    const [first = '', ...rest] = getText(id)
    return [first, ...rest.filter((word) => !saysNoun(tag, word))].join('-')
  })
  const isFree = (verb: string) => !taken.includes(verb) && short.filter((other) => other === verb).length === 1
  return operations.map((operation, at) => {
    const verb = short[at] ?? ''
    return [isFree(verb) ? verb : getText(operation.id).join('-'), operation]
  })
}
