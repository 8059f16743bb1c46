import type { Operation } from './operation.ts'

const getText = (id: string) => id.split(/(?=[A-Z][a-z])/).map((word) => word.toLowerCase())

/** Returns whether a word repeats the noun: "claim" for `claims`, "policy" for `policies`. */
const repeatsNoun = (noun: string, word: string) =>
  [noun, noun.replace(/s$/, ''), noun.replace(/ies$/, 'y')].includes(word)

/**
 * Returns each operation with its verb. The verb is the operation's name in kebab case without the noun: `list` for
 * `listClaims`. If this verb is not unique, it is the full name.
 */
export function getOperationVerbs(
  operations: readonly Operation[],
  taken: readonly string[],
): [verb: string, Operation][] {
  const short = operations.map(({ id, tag }) => {
    const [first = '', ...rest] = getText(id)
    return [first, ...rest.filter((word) => !repeatsNoun(tag, word))].join('-')
  })
  const isFree = (verb: string) => !taken.includes(verb) && short.filter((other) => other === verb).length === 1
  return operations.map((operation, at) => {
    const verb = short[at] ?? ''
    return [isFree(verb) ? verb : getText(operation.id).join('-'), operation]
  })
}
