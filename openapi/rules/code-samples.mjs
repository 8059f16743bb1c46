/**
 * Generates `x-codeSamples` for each operation from the operation's examples, so that samples are never outdated.
 * `tests/contract/prism.test.ts` parses each sample with a shell and sends the request.
 */
const methods = ['get', 'post', 'put', 'patch', 'delete']

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
const toText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

const addCurlSamples = () => ({
  Root: {
    leave(root) {
      const resolve = (value) => {
        if (!value?.$ref) return value
        const [, , section, name] = value.$ref.split('/')
        return resolve(root.components[section]?.[name])
      }
      /** Returns the value of a parameter, encoded as JSON if the contract requires JSON. */
      const getExample = ({ content, example }) => {
        const json = content?.['application/json']
        return json ? JSON.stringify(json.example) : String(example)
      }
      const isFile = (schema) => {
        const { type, items, format, contentMediaType, contentEncoding } = resolve(schema) ?? {}
        return type === 'array' ? isFile(items) : format === 'binary' || Boolean(contentMediaType ?? contentEncoding)
      }

      function buildBodyOptions(operation) {
        const [type, media] = Object.entries(resolve(operation.requestBody)?.content ?? {})[0] ?? []
        if (!type) return []
        const example = resolve(Object.values(media.examples ?? {})[0])?.value
        if (!type.startsWith('multipart/'))
          return [
            `-H ${quote(`Content-Type: ${type}`)}`,
            `--data-binary ${quote(type.endsWith('json') ? JSON.stringify(example) : toText(example))}`,
          ]
        const { properties = {} } = resolve(media.schema) ?? {}
        return Object.entries(example ?? { file: '' }).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value]).map((part) =>
            isFile(properties[name] ?? { format: 'binary' })
              ? `-F ${quote(`${name}=@${name}.pdf;type=application/pdf`)}`
              : `-F ${quote(`${name}=${toText(part)}`)}`,
          ),
        )
      }

      function buildCurlCommand(method, path, operation) {
        const parameters = (operation.parameters ?? []).map(resolve)
        const getRequiredParameters = (location) =>
          parameters.filter((one) => one.in === location && (one.required || location === 'path'))
        const values = new Map(
          getRequiredParameters('path').map((one) => [one.name, encodeURIComponent(getExample(one))]),
        )
        const at = path.replace(/\{(\w+)\}/g, (_, name) => values.get(name))
        const query = getRequiredParameters('query').map((one) => `${one.name}=${encodeURIComponent(getExample(one))}`)
        const isPublic = operation.security?.length === 0
        return [
          `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$TIDELINE_URL${at}${query.length ? `?${query.join('&')}` : ''}"`,
          ...(isPublic ? [] : ['-H "Authorization: Bearer $TIDELINE_TOKEN"']),
          ...getRequiredParameters('header').map((one) => `-H ${quote(`${one.name}: ${getExample(one)}`)}`),
          ...buildBodyOptions(operation),
        ].join(' \\\n  ')
      }

      for (const [path, item] of Object.entries(root.paths))
        for (const method of methods)
          if (item[method])
            item[method]['x-codeSamples'] = [
              { lang: 'Shell', label: 'curl', source: buildCurlCommand(method, path, item[method]) },
            ]
    },
  },
})

export default function codeSamples() {
  return { id: 'samples', decorators: { oas3: { curl: addCurlSamples } } }
}
