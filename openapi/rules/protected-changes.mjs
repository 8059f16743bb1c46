/**
 * Requires `onlyPeople` on operations that change a guard, an identity or a global endpoint, so that a leaked API key
 * cannot weaken security. `x-access.changes` specifies the kind:
 *
 * - `guard`: settings, accounts, roles, two-factor authentication, API keys and who can view which policies
 * - `identity`: who an insured or an agency is and where its money is sent
 * - `global`: resources that affect all users, such as webhook endpoints and email templates
 *
 * The path or a field of the request body determines whether an operation is protected.
 */
const kinds = ['guard', 'identity', 'global']
const protectedPath =
  /\/(settings|accounts|apiKeys|webhookEndpoints|mailTemplates|registration|approvals|insuredEmail|changeParent)(\/|$)/
const protectedFields = new Set([
  'roles',
  'scopes',
  'isActive',
  'password',
  'newPassword',
  'taxId',
  'bankRoutingNo',
  'bankAccountNo',
])

/** Operations with a protected path that do not change the protected resource. */
const exemptOperations = {
  replayAdminWebhookDelivery: 'sends a recorded event again',
  replayAdminWebhookEndpoint: 'sends recorded events again',
  testAdminWebhookEndpoint: 'sends a test event',
  sendTestMail: 'sends a test email',
}

const methods = ['get', 'put', 'post', 'patch', 'delete']

function* listFields(schema, resolve, seen = new Set()) {
  if (!schema || seen.has(schema)) return
  seen.add(schema)
  if (schema.$ref) yield* listFields(resolve(schema.$ref), resolve, seen)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield name
    yield* listFields(property, resolve, seen)
  }
  for (const word of ['oneOf', 'anyOf', 'allOf'])
    for (const option of schema[word] ?? []) yield* listFields(option, resolve, seen)
  if (schema.items) yield* listFields(schema.items, resolve, seen)
}

/** Returns a problem for each protected operation without `changes` or `onlyPeople`. Takes the bundled contract. */
export function checkProtectedChanges(document) {
  const resolve = (ref) =>
    ref
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key], document)
  const problems = []
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const { operationId } = operation
      const { who = [], owns, onlyPeople, changes } = operation['x-access'] ?? {}
      const report = (message) =>
        problems.push({ message: `${operationId}: ${message}`, path: ['paths', path, method, 'x-access'] })

      if (changes !== undefined && !kinds.includes(changes)) report(`x-access.changes is one of ${kinds.join(', ')}.`)
      if (changes !== undefined && !onlyPeople)
        report(`it changes a protected resource (${changes}); add onlyPeople: true.`)

      const acceptsApiKeys = owns !== 'self' && who.some((one) => one === 'agent' || one === 'staff')
      if (
        operation['x-effects'] === 'none' ||
        !acceptsApiKeys ||
        changes !== undefined ||
        operationId in exemptOperations
      )
        continue
      const fields = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => [
        ...listFields(schema, resolve),
      ])
      const field = fields.find((name) => protectedFields.has(name))
      const reason = field ? `its body has ${field}` : protectedPath.test(path) ? 'its path is protected' : undefined
      if (reason) report(`${reason}; add x-access.changes (${kinds.join(', ')}) and onlyPeople: true.`)
    }
  return problems
}
