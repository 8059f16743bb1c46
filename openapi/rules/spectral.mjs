import { isDeepStrictEqual } from 'node:util'
import owasp from '@stoplight/spectral-owasp-ruleset'
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
  // biome-ignore lint/suspicious/noThenProperty: Spectral's word for what a rule does
  then: { function: check },
})
const operation = '$.paths[*][get,put,post,patch,delete]'
const createProblem = (...messages) => messages.filter(Boolean).map((message) => ({ message }))
const audience = new Set(['anyone', 'agent', 'insured', 'staff', 'webhook'])
const roles = new Set(['superuser', 'financeadmin', 'commissionAdmin', 'internal'])
const owned = new Set(['policy', 'agency', 'claim', 'document', 'self'])

export default {
  extends: [[owasp.default ?? owasp, 'all']],
  rules: {
    'tideline-access': defineRule('x-access says who may call', operation, (op) => {
      const access = op['x-access']
      if (!access) return createProblem('Add x-access: who may call this?')
      const strangers = (access.who ?? []).filter((who) => !audience.has(who))
      return createProblem(
        !access.who?.length && 'x-access.who names at least one audience.',
        strangers.length && `x-access.who does not know ${strangers}.`,
        access.who?.includes('anyone') && !isDeepStrictEqual(op.security, []) && 'Open calls carry `security: []`.',
        isDeepStrictEqual(op.security, []) &&
          !access.who?.some((who) => who === 'anyone' || who === 'webhook') &&
          'Only calls for anyone or a webhook may go without a token.',
        access.roles?.some((role) => !roles.has(role)) && `x-access.roles knows ${[...roles]}.`,
        access.owns && !owned.has(access.owns) && `x-access.owns knows ${[...owned]}.`,
        access.readonly === true && 'x-access.readonly is false or left out.',
        access.onlyPeople === false && 'x-access.onlyPeople is true or left out.',
        access.beforeApproval === false && 'x-access.beforeApproval is true or left out.',
      )
    }),
    'tideline-cache': defineRule('Only what everybody may read is kept', operation, (op, _options, context) =>
      createProblem(
        op['x-cache-seconds'] !== undefined &&
          !(op['x-access']?.who?.includes('anyone') && context.path[2] === 'get') &&
          'x-cache-seconds is for reads that anyone may make.',
      ),
    ),
    'tideline-names': defineRule('Operations are called by what they do', operation, ({ operationId = '' }) =>
      createProblem(
        /^(post|put|patch|upsert|set|query)[A-Z]/.test(operationId) &&
          `${operationId}: say what it does; what creates or replaces is called save….`,
        /V\d+$/.test(operationId) && `${operationId}: a version is not a name.`,
      ),
    ),
    'tideline-one-tag': defineRule('Exactly one tag', operation, (op) =>
      createProblem(op.tags?.length !== 1 && 'Give it exactly one tag.'),
    ),
    'tideline-described': defineRule('Summary and description', operation, (op) =>
      createProblem(
        !op.summary && 'Add a summary.',
        !op.description && 'Add a description: what it is for, what is irreversible.',
      ),
    ),
    'tideline-body-required': defineRule('Bodies are required', `${operation}.requestBody`, (body) =>
      createProblem(body.required !== true && 'Set requestBody.required: true, otherwise the body check is skipped.'),
    ),
    'tideline-body-example': defineRule('Bodies have an example', `${operation}.requestBody.content[*]`, (media) =>
      createProblem(!media.examples && media.example === undefined && 'Add an example of the request.'),
    ),
    'tideline-answer-example': defineRule(
      'Success answers have an example',
      `${operation}.responses[200,201,202].content[*]`,
      (media) => createProblem(!media.examples && media.example === undefined && 'Add an example of the answer.'),
    ),
    'tideline-case-names': defineRule('One case has one name', operation, checkExampleNames),
    'tideline-echoes': defineRule('Answers echo their request', operation, checkExampleValues),
    'tideline-parameter-example': defineRule('Parameters have an example', `${operation}.parameters[*]`, (parameter) =>
      createProblem(
        [parameter, ...Object.values(parameter.content ?? {})].every(
          (one) => one.example === undefined && !one.examples,
        ) && `Add an example to ${parameter.name}.`,
      ),
    ),
    'tideline-codes': defineRule(
      'Examples of errors use listed codes with their status',
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
    'tideline-effects': defineRule('What a repetition does is said', operation, (op, _options, context) => {
      const [path, method] = [String(context.path[1]), String(context.path[2])]
      const effects = op['x-effects']
      const takes = (header) => op.parameters?.some(({ name }) => name === header)
      const takesKey = takes('Idempotency-Key')
      const isWebhook = op['x-access']?.who?.includes('webhook')
      return createProblem(
        !['none', 'repeatable', 'once'].includes(effects) && 'x-effects is none, repeatable or once.',
        method === 'get' && effects === 'repeatable' && 'A GET that acts is not repeatable: it takes no key.',
        method === 'get' &&
          effects === 'once' &&
          !context.documentInventory.resolved.paths[path].post &&
          'A GET that acts has a POST at the same address (x-also-by-url on the POST).',
        /^(get|list|search)[A-Z]/.test(op.operationId) && effects !== 'none' && 'It acts: call it by what it does.',
        method !== 'get' &&
          (effects === 'none') === Boolean(takesKey) &&
          !isWebhook &&
          'What changes something takes an Idempotency-Key, what changes nothing none.',
        takes('Dry-Run') && effects === 'none' && 'What changes nothing needs no Dry-Run.',
      )
    }),
    'tideline-parameter-json': defineRule(
      'Structure in an address is JSON',
      `${operation}.parameters[*]`,
      ({ name, schema }) =>
        createProblem(
          [schema?.type].flat().some((type) => type === 'array' || type === 'object') &&
            `${name}: give lists and objects by \`content: application/json\`; the SDK sends them so.`,
        ),
    ),
    'tideline-file-names': defineRule('Files have a name', `${operation}.responses[200]`, ({ content, headers }) =>
      createProblem(
        Object.keys(content ?? {}).some((type) => /^(application\/(pdf|octet-stream)|image\/|text\/csv)/.test(type)) &&
          !headers?.['Content-Disposition'] &&
          'Declare the Content-Disposition that the file is sent with.',
      ),
    ),
    'tideline-lists': defineRule('One list object', '$', (_document, _options, { documentInventory }) =>
      checkLists(documentInventory.resolved),
    ),
    'tideline-defaults': defineRule('No default acts', '$', checkDefaults),
    'tideline-presence': defineRule(
      'A field of an answer is optional or nullable',
      '$',
      (_document, _options, { document }) => checkOptionalOrNullable(document.data),
    ),
    'tideline-protected': defineRule('Protected changes require a person', '$', (_document, _options, { document }) =>
      checkProtectedChanges(document.data),
    ),
    'tideline-fields-described': defineRule('Fields say what they are', '$', (_document, _options, { document }) =>
      checkFieldDescriptions(document.data),
    ),
    'tideline-one-spelling': defineRule('One schema for a thing', '$', (_document, _options, { document }) =>
      checkDuplicateSchemas(document.data),
    ),
    'tideline-portable-patterns': defineRule('Patterns that every engine knows', '$', checkPatterns),
    'tideline-component-names': defineRule('One component of a name', '$', checkComponentNames),
    'tideline-unions': defineRule('One object of a union fits', '$', (_document, _options, { document }) =>
      checkUnions(document.data),
    ),
    'tideline-ambiguous-paths': defineRule('One path for an address', '$', checkAmbiguousPaths),
    // Documented names contain numbers and words that look like credentials. Each exception is listed.
    'owasp:api2:2023-no-credentials-in-url': 'off', // The `token` query parameter is documented (authorize token).
    'owasp:api2:2023-write-restricted': 'off', // Log-in, link requests and webhooks are public. The rule tideline-access checks public operations.
    'owasp:api2:2023-read-restricted': 'off', // Health, public settings and catalogs are readable without a token; see above.
    'owasp:api8:2023-define-error-responses-401': 'off', // Public operations do not return 401. For all others, it is derived (derive.mjs).
    'owasp:api8:2023-define-error-validation': 'off', // Operations without input return no validation errors. For all others, the response is derived (derive.mjs).
    'owasp:api7:2023-concerning-url-parameter': 'off', // `link` is an opaque key, never a URL that is fetched.
    'owasp:api9:2023-inventory-environment': 'off', // The contract has one relative server URL because each environment serves its own copy.
    'owasp:api5:2023-admin-security-unique': 'off', // All operations use one token scheme. `x-access` defines who can call each operation.
  },
}
