import { isDeepStrictEqual } from 'node:util'
import { checkDefaults } from './defaults.mjs'
import { checkDuplicateSchemas } from './duplicate-schemas.mjs'
import { checkExampleNames, checkExampleValues } from './example-pairs.mjs'
import { checkFieldDescriptions } from './field-descriptions.mjs'
import { checkLists } from './lists.mjs'
import { checkOptionalOrNullable } from './optional-or-nullable.mjs'
import { checkProtectedChanges } from './protected-changes.mjs'
import { checkAmbiguousPaths, checkComponentNames, checkPatterns, checkUnions } from './tool-compatibility.mjs'

/** Defines a Spectral rule of this project. Its error message states how to fix the problem. */
const defineRule = (description, given, check) => ({
  description,
  message: '{{error}}',
  severity: 'error',
  given,
  // biome-ignore lint/suspicious/noThenProperty: Spectral requires the name `then`
  then: { function: check },
})
const operation = '$.paths[*][get,put,post,patch,delete]'
const createProblem = (...messages) => messages.filter(Boolean).map((message) => ({ message }))
const audience = new Set(['anyone', 'agent', 'insured', 'staff', 'webhook'])
const roles = new Set(['superuser', 'financeadmin', 'commissionAdmin', 'internal'])
const owned = new Set(['policy', 'agency', 'claim', 'document', 'self'])

export default {
  rules: {
    'tideline-access': defineRule('x-access defines who can call an operation', operation, (op) => {
      const access = op['x-access']
      if (!access) return createProblem('Add x-access with the callers of the operation.')
      const unknownAudiences = (access.who ?? []).filter((who) => !audience.has(who))
      return createProblem(
        !access.who?.length && 'x-access.who requires at least one audience.',
        unknownAudiences.length && `x-access.who has unknown values: ${unknownAudiences}.`,
        access.who?.includes('anyone') &&
          !isDeepStrictEqual(op.security, []) &&
          'Public operations require `security: []`.',
        isDeepStrictEqual(op.security, []) &&
          !access.who?.some((who) => who === 'anyone' || who === 'webhook') &&
          'Only operations for anyone or a webhook can omit the token.',
        access.roles?.some((role) => !roles.has(role)) && `x-access.roles must be one of ${[...roles]}.`,
        access.owns && !owned.has(access.owns) && `x-access.owns must be one of ${[...owned]}.`,
        access.readonly === true && 'x-access.readonly must be false or omitted.',
        access.onlyPeople === false && 'x-access.onlyPeople must be true or omitted.',
        access.beforeApproval === false && 'x-access.beforeApproval must be true or omitted.',
      )
    }),
    'tideline-cache': defineRule('Only public reads are cached', operation, (op, _options, context) =>
      createProblem(
        op['x-cache-seconds'] !== undefined &&
          !(op['x-access']?.who?.includes('anyone') && context.path[2] === 'get') &&
          'Only public GET operations can have x-cache-seconds.',
      ),
    ),
    'tideline-read-replica': defineRule(
      'Only lists without effects read from the replica',
      operation,
      (op, _options, context) =>
        createProblem(
          op['x-read-replica'] !== undefined &&
            !(op['x-read-replica'] === true && context.path[2] === 'get' && op['x-effects'] === 'none') &&
            'Only GET operations without effects can have x-read-replica: true.',
          op['x-read-replica'] &&
            String(context.path[1]).includes('{') &&
            'An operation with x-read-replica cannot have path parameters: a new resource would be reported as missing.',
          op['x-read-replica'] &&
            op['x-access']?.who?.includes('anyone') &&
            'A public operation cannot have x-read-replica: the caller is unknown, so own changes could be missing.',
        ),
    ),
    'tideline-names': defineRule('operationIds start with a standard verb', operation, ({ operationId = '' }) =>
      createProblem(
        /^(post|put|patch|upsert|set|query)[A-Z]/.test(operationId) &&
          `${operationId}: start with a verb that describes the action. Use save… for create or replace.`,
        /V\d+$/.test(operationId) && `${operationId}: remove the version from the name.`,
      ),
    ),
    'tideline-one-tag': defineRule('Exactly one tag', operation, (op) =>
      createProblem(op.tags?.length !== 1 && 'Add exactly one tag.'),
    ),
    'tideline-described': defineRule('Summary and description', operation, (op) =>
      createProblem(
        !op.summary && 'Add a summary.',
        !op.description && 'Add a description with the purpose and any irreversible effect.',
      ),
    ),
    'tideline-body-required': defineRule('Bodies are required', `${operation}.requestBody`, (body) =>
      createProblem(body.required !== true && 'Set requestBody.required: true, otherwise the body check is skipped.'),
    ),
    'tideline-body-example': defineRule('Bodies have an example', `${operation}.requestBody.content[*]`, (media) =>
      createProblem(!media.examples && media.example === undefined && 'Add a request example.'),
    ),
    'tideline-response-example': defineRule(
      'Success responses have an example',
      `${operation}.responses[200,201,202].content[*]`,
      (media) => createProblem(!media.examples && media.example === undefined && 'Add a response example.'),
    ),
    'tideline-case-names': defineRule(
      'Request and response examples have the same names',
      operation,
      checkExampleNames,
    ),
    'tideline-echoes': defineRule('Request and response examples have the same values', operation, checkExampleValues),
    'tideline-parameter-example': defineRule('Parameters have an example', `${operation}.parameters[*]`, (parameter) =>
      createProblem(
        [parameter, ...Object.values(parameter.content ?? {})].every(
          (one) => one.example === undefined && !one.examples,
        ) && `Add an example to ${parameter.name}.`,
      ),
    ),
    'tideline-codes': defineRule(
      'Error examples use listed codes with their status',
      '$.paths[*][*].responses[*].content[*].examples[*].value',
      (value, _options, context) => {
        if (!Array.isArray(value?.errors) || value.statusCode === undefined) return []
        const { entries } = context.document.data.components.schemas.ErrorCode['x-words']
        return createProblem(
          ...value.errors.map(
            ({ code }) =>
              !entries.some((entry) => entry.code === code && entry.status === value.statusCode) &&
              `ErrorCode does not list ${code} with status ${value.statusCode}.`,
          ),
        )
      },
    ),
    'tideline-effects': defineRule('x-effects matches the operation', operation, (op, _options, context) => {
      const [path, method] = [String(context.path[1]), String(context.path[2])]
      const effects = op['x-effects']
      const takes = (header) => op.parameters?.some(({ name }) => name === header)
      const takesKey = takes('Idempotency-Key')
      const isWebhook = op['x-access']?.who?.includes('webhook')
      return createProblem(
        !['none', 'repeatable', 'once'].includes(effects) && 'x-effects must be none, repeatable or once.',
        method === 'get' &&
          effects === 'repeatable' &&
          'A GET operation cannot be repeatable, because it accepts no Idempotency-Key.',
        method === 'get' &&
          effects === 'once' &&
          !context.documentInventory.resolved.paths[path].post &&
          'A GET operation with an effect requires a POST operation with the same path (x-also-by-url on the POST).',
        /^(get|list|search)[A-Z]/.test(op.operationId) &&
          effects !== 'none' &&
          'Operations named get, list or search cannot have effects. Rename the operation.',
        method !== 'get' &&
          (effects === 'none') === Boolean(takesKey) &&
          !isWebhook &&
          'Operations with effects require the Idempotency-Key parameter. Other operations cannot have it.',
        takes('Dry-Run') && effects === 'none' && 'Operations without effects cannot have the Dry-Run parameter.',
      )
    }),
    'tideline-versions': defineRule(
      'Edits check the version or give a reason',
      '$.paths[*][post,put,patch]',
      (op, _options, context) =>
        createProblem(
          (context.path[2] !== 'post' || /^(save|update|change)[A-Z]/.test(op.operationId)) &&
            (op['x-versioned'] === undefined) === (op['x-unversioned'] === undefined) &&
            'Add x-versioned if the operation edits a resource that a GET operation returns, or x-unversioned with a reason (API-13).',
          op['x-unversioned'] !== undefined &&
            !/^\w.{9,}/.test(op['x-unversioned']) &&
            'x-unversioned requires a reason.',
        ),
    ),
    'tideline-location': defineRule('Created resources have a URL', operation, (op) =>
      createProblem(
        op.responses[201] &&
          !op['x-location'] === !op['x-no-location'] &&
          'Add x-location with the URL of the created resource, or x-no-location with the reason why it has none.',
      ),
    ),
    'tideline-parameter-json': defineRule(
      'Lists and objects in parameters are JSON',
      `${operation}.parameters[*]`,
      ({ name, schema }) =>
        createProblem(
          [schema?.type].flat().some((type) => type === 'array' || type === 'object') &&
            `${name}: declare lists and objects with \`content: application/json\`, which the SDK uses.`,
        ),
    ),
    'tideline-file-names': defineRule(
      'File responses have a file name',
      `${operation}.responses[200]`,
      ({ content, headers }) =>
        createProblem(
          Object.keys(content ?? {}).some((type) =>
            /^(application\/(pdf|octet-stream)|image\/|text\/csv)/.test(type),
          ) &&
            !headers?.['Content-Disposition'] &&
            'Declare the Content-Disposition header.',
        ),
    ),
    'tideline-lists': defineRule('Lists have one format', '$', (_document, _options, { documentInventory }) =>
      checkLists(documentInventory.resolved),
    ),
    'tideline-defaults': defineRule('Defaults do not change data', '$', checkDefaults),
    'tideline-presence': defineRule(
      'A response field is not both optional and nullable',
      '$',
      (_document, _options, { document }) => checkOptionalOrNullable(document.data),
    ),
    'tideline-protected': defineRule('Protected changes require a person', '$', (_document, _options, { document }) =>
      checkProtectedChanges(document.data),
    ),
    'tideline-fields-described': defineRule('Fields have a description', '$', (_document, _options, { document }) =>
      checkFieldDescriptions(document.data),
    ),
    'tideline-one-spelling': defineRule('No duplicate schemas', '$', (_document, _options, { document }) =>
      checkDuplicateSchemas(document.data),
    ),
    'tideline-portable-patterns': defineRule('Patterns work in every regex engine', '$', checkPatterns),
    'tideline-component-names': defineRule('Component names are unique', '$', checkComponentNames),
    'tideline-unions': defineRule('Union members are distinguishable', '$', (_document, _options, { document }) =>
      checkUnions(document.data),
    ),
    'tideline-ambiguous-paths': defineRule('Paths are unambiguous', '$', checkAmbiguousPaths),
  },
}
