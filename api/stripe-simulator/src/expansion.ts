import type { StripeObject } from './objects.ts'
import { invalid } from './problem.ts'
import type { World } from './world.ts'

type Tree = Record<string, unknown>

async function expandAt(world: World, at: unknown, path: string[]): Promise<unknown> {
  const [key, ...rest] = path
  if (key === undefined) return at
  if (Array.isArray(at)) {
    const items = []
    for (const item of at) items.push(await expandAt(world, item, path))
    return items
  }
  const tree = at as Tree
  if (!(key in tree)) throw invalid(`This property cannot be expanded (${key}).`, { param: 'expand' })
  const value = tree[key]
  if (value === null) return at
  const loaded = typeof value === 'string' ? await world.store.find<StripeObject>(value) : value
  return { ...tree, [key]: await expandAt(world, loaded ?? value, rest) }
}

/** Replaces ids by the objects they name: `expand: ['latest_charge.balance_transaction']`, `['data.payment_method']`. */
export async function expandAll(world: World, answer: object, paths: string[]): Promise<object> {
  let expanded: unknown = answer
  for (const path of paths) expanded = await expandAt(world, expanded, path.split('.'))
  return expanded as object
}
