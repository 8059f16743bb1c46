import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../runner/test-projects.ts'

/** Areas whose rules are mutated, with their folders in `api/src`. */
const areaFolders = {
  pricing: 'pricing',
  taxes: 'taxes',
  ledger: 'ledger',
  payments: 'payments',
  lifecycle: 'lifecycle',
  endorsements: 'endorsements',
  commissions: 'commissions',
  policy: 'policy/can',
} as const
export type Area = keyof typeof areaFolders
export const areas = Object.keys(areaFolders) as Area[]

export const isArea = (name: string): name is Area => Object.hasOwn(areaFolders, name)

/** Returns the area of a file, given relative to the root of the repository. */
export const getArea = (path: string): Area | undefined =>
  areas.find((area) => path.startsWith(`api/src/${areaFolders[area]}/`))

/** Returns the paths of an area's rule files, relative to the root of the repository. */
export const findRuleFiles = (area: Area): string[] => {
  const folder = `api/src/${areaFolders[area]}`
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.ts') && isRuleFile(path, readFileSync(join(root, path), 'utf8')))
    .toSorted()
}

/**
 * Returns whether a file contains only pure functions, that is, no asynchronous functions and no SQL. Tests, routes and
 * event declarations contain no rules.
 */
export const isRuleFile = (path: string, text: string): boolean =>
  !/(?:\.test|\.route|\/routes|\/events)\.ts$/.test(path) && !/\basync\b|\bPromise<|\bsql`|Sql\b/.test(text)
