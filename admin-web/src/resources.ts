import { type BackOfficeResource, groups } from './resource.ts'

const found = import.meta.glob<Record<string, BackOfficeResource>>('./*/index.ts', { eager: true })

/** The back office's lists in the order of the side navigation (ACC-13): each folder with an `index.ts` is one. */
export const resources: readonly BackOfficeResource[] = Object.values(found)
  .flatMap((register) => Object.values(register))
  .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || one.place - other.place)

/** The API's collection behind an address of the back office. Undefined for other addresses. */
export const getCollection = (name: string): string | undefined => {
  const resource = resources.find((one) => one.name === name)
  return resource && (resource.collection ?? resource.name)
}
