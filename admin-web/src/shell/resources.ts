import { type BackOfficeResource, navigationGroups } from '../kit/resource.ts'

const found = import.meta.glob<Record<string, BackOfficeResource>>('../*/index.ts', { eager: true })

/** All back-office lists in the order of the side navigation (ACC-13), one for each folder with an `index.ts`. */
export const resources: readonly BackOfficeResource[] = Object.values(found)
  .flatMap((register) => Object.values(register))
  .sort(
    (one, other) =>
      navigationGroups.indexOf(one.group) - navigationGroups.indexOf(other.group) || one.position - other.position,
  )

/** Returns the API collection of a back-office path, or undefined for an unknown path. */
export const getApiCollection = (name: string): string | undefined => {
  const resource = resources.find((one) => one.name === name)
  return resource && (resource.collection ?? resource.name)
}
