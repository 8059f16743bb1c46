/**
 * Finds all operations. Each file in paths/ defines one operation. The file's `x-route`, for example `GET
 * /api/admin/moratoriums/{id}`, contains the method and path and is removed from the bundle.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../paths')

/** Sorts static segments before parameters so that the first matching path is the most specific (API-4). */
const compare = (one, other) => {
  const [left, right] = [one.path.split('/'), other.path.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const isParameter = [left[at], right[at]].map((part) => Number(part.includes('{')))
    if (isParameter[0] !== isParameter[1]) return isParameter[0] - isParameter[1]
    if (left[at] !== right[at]) return left[at] < right[at] ? -1 : 1
  }
  return left.length - right.length
}

const operations = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const [, method, path] =
        /^x-route: (GET|POST|PUT|PATCH|DELETE) (\/\S*)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      if (!method) throw new Error(`paths/${file} needs a line like "x-route: GET /api/v1/policies/{policyNo}".`)
      return { file: file.replaceAll('\\', '/'), method: method.toLowerCase(), path }
    })
    .sort(compare)

const collect = () => ({
  Root: {
    enter(root) {
      for (const { file, method, path } of operations()) {
        root.paths[path] ??= {}
        const taken = root.paths[path][method]
        if (taken)
          throw new Error(`paths/${file}: ${method.toUpperCase()} ${path} is already defined in ${taken.$ref}.`)
        root.paths[path][method] = { $ref: `paths/${file}` }
      }
    },
  },
})

const removeRoutes = () => ({
  Operation: {
    leave(operation) {
      delete operation['x-route']
    },
  },
})

export default function routes() {
  return {
    id: 'routes',
    preprocessors: { oas3: { collect } },
    decorators: { oas3: { 'remove-routes': removeRoutes } },
  }
}
