import { type BackOfficeResource, groups } from './resource.ts'

const found = import.meta.glob<Record<string, BackOfficeResource>>('./*/index.ts', { eager: true })

/** All back-office lists in the order of the side navigation (ACC-13), one for each folder with an `index.ts`. */
export const resources: readonly BackOfficeResource[] = Object.values(found)
  .flatMap((register) => Object.values(register))
  .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || one.position - other.position)

/** Returns the API collection of a back-office path, or undefined for an unknown path. */
export const getCollection = (name: string): string | undefined => {
  const resource = resources.find((one) => one.name === name)
  return resource && (resource.collection ?? resource.name)
}
