import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ActionDefinition } from '@tideline/api/policy/can/permission-rule.ts'
import { policyActions } from '@tideline/api/policy/can/policy-actions.ts'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../api/src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(generated|testing|demo-book)/.test(file))
  .map((file) => join(root, file))

const actionCheckFunctions = new Set(['changePolicy', 'changePolicyWithRenewals', 'checkPolicyAction'])

/**
 * Returns the actions that an argument can contain: a string, the branches of a conditional, or the values of a table
 * in another file.
 */
function actionsIn(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...actionsIn(node.whenTrue), ...actionsIn(node.whenFalse)]
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression))
    return readActionTable(node.expression.text)
  return []
}

function readActionTable(name: string): string[] {
  for (const file of files) {
    const declared = new RegExp(`export const ${name} = \\{([^}]*)\\}`).exec(readFileSync(file, 'utf8'))
    if (declared) return [...(declared[1] ?? '').matchAll(/'(\w+)'/g)].map(([, action]) => action ?? '')
  }
  return []
}

/** Returns every call of a function that checks a policy action, with the actions in its arguments. */
function callsIn(file: string): { at: string; door: string; actions: string[] }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: { at: string; door: string; actions: string[] }[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      actionCheckFunctions.has(node.expression.text)
    ) {
      const argument = node.arguments[2]
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      const at = `${relative(root, file)}:${line}`
      found.push({ at, door: node.expression.text, actions: argument ? actionsIn(argument) : [] })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Files that define a function that checks policy actions. The function's callers specify the action. */
const definitionFiles = ['policy/change-policy.ts', 'endorsements/renewal-change.ts']
const calls = files.filter((file) => !definitionFiles.some((door) => file.endsWith(door))).flatMap(callsIn)
const all = Object.entries<ActionDefinition>(policyActions)

describe('policy action checks in the API', () => {
  it('specify the action as a constant that this test can read', () => {
    expect(calls.filter(({ actions }) => actions.length === 0).map(({ at }) => at)).toEqual([])
  })

  it('exist for every action except display-only actions', () => {
    const usedActions = [...new Set(calls.flatMap(({ actions }) => actions))].sort()
    const enforced = all.filter(([, { shownOnly }]) => shownOnly === null).map(([name]) => name)
    expect(usedActions).toEqual(enforced.sort())
  })

  it('are omitted with an explanation for display-only actions', () => {
    for (const [name, { shownOnly }] of all) if (shownOnly !== null) expect(shownOnly.length, name).toBeGreaterThan(20)
  })
})
