import { isDeepStrictEqual } from 'node:util'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { ambiguousPaths, componentNames, patterns } from './digestible.mjs'

/** Our taste, as errors; each message says what to do. OWASP's rules come on top. */
const house = (description, given, check) => ({
  description,
  message: '{{error}}',
  severity: 'error',
  given,
  // biome-ignore lint/suspicious/noThenProperty: Spectral's word for what a rule does
  then: { function: check },
})
const operation = '$.paths[*][get,put,post,patch,delete]'
const say = (...messages) => messages.filter(Boolean).map((message) => ({ message }))
const isForEverybody = (who) =>
  who.includes('webhook') || ['agent', 'insured', 'staff'].every((one) => who.includes(one))
const audience = new Set(['anyone', 'agent', 'insured', 'staff', 'webhook'])

export default {
  extends: [[owasp.default ?? owasp, 'all']],
  rules: {
    'tideline-access': house('x-access says who may call', operation, (op) => {
      const access = op['x-access']
      if (!access) return say('Add x-access: who may call this?')
      const strangers = (access.who ?? []).filter((who) => !audience.has(who))
      return say(
        !access.who?.length && 'x-access.who names at least one audience.',
        strangers.length && `x-access.who does not know ${strangers}.`,
        access.who?.includes('anyone') && !isDeepStrictEqual(op.security, []) && 'Open calls carry `security: []`.',
        isDeepStrictEqual(op.security, []) &&
          !access.who?.some((who) => who === 'anyone' || who === 'webhook') &&
          'Only calls for anyone or a webhook may go without a token.',
        isDeepStrictEqual(op.security, []) &&
          !access.who?.some((who) => who === 'anyone' || who === 'webhook') &&
          'Only calls for anyone or webhooks carry `security: []`.',
      )
    }),
    'tideline-cache': house('Only what everybody may read is kept', operation, (op, _options, context) =>
      say(
        op['x-cache-seconds'] !== undefined &&
          !(op['x-access']?.who?.includes('anyone') && context.path[2] === 'get') &&
          'x-cache-seconds is for reads that anyone may make.',
      ),
    ),
    'tideline-names': house('Operations are called by what they do', operation, ({ operationId = '' }) =>
      say(
        /^(post|put|patch|upsert|set|query)[A-Z]/.test(operationId) &&
          `${operationId}: say what it does; what creates or replaces is called save….`,
        /V\d+$/.test(operationId) && `${operationId}: a version is not a name.`,
      ),
    ),
    'tideline-one-tag': house('Exactly one tag', operation, (op) =>
      say(op.tags?.length !== 1 && 'Give it exactly one tag.'),
    ),
    'tideline-described': house('Summary and description', operation, (op) =>
      say(
        !op.summary && 'Add a summary.',
        !op.description && 'Add a description: what it is for, what is irreversible.',
      ),
    ),
    'tideline-body-required': house('Bodies are required', `${operation}.requestBody`, (body) =>
      say(body.required !== true && 'Set requestBody.required: true, otherwise the body check is skipped.'),
    ),
    'tideline-body-example': house('Bodies have an example', `${operation}.requestBody.content[*]`, (media) =>
      say(!media.examples && media.example === undefined && 'Add an example of the request.'),
    ),
    'tideline-answer-example': house(
      'Success answers have an example',
      `${operation}.responses[200,201,202].content[*]`,
      (media) => say(!media.examples && media.example === undefined && 'Add an example of the answer.'),
    ),
    'tideline-parameter-example': house('Parameters have an example', `${operation}.parameters[*]`, (parameter) =>
      say(parameter.example === undefined && !parameter.examples && `Add an example to ${parameter.name}.`),
    ),
    'tideline-errors': house('All its errors', operation, (op, _options, context) => {
      const path = String(context.path[1])
      const method = String(context.path[2])
      const has = (status) => op.responses?.[status]
      const open = op['x-access']?.who?.includes('anyone')
      const takesInput = op.requestBody || op.parameters?.length
      return say(
        takesInput && !has(400) && 'It takes input: add 400.',
        !open && !has(401) && 'It needs a token: add 401.',
        path.includes('{') && !has(404) && 'Its path has a parameter: add 404.',
        !open &&
          !isForEverybody(op['x-access']?.who ?? []) &&
          !has(403) &&
          'Not everybody who signs in may call it: add 403.',
        !open && op['x-access']?.roles && !has(403) && 'It needs a role: add 403.',
        !open && op['x-access']?.readonly === false && !has(403) && 'Readonly users may not call it: add 403.',
        !has(429) && 'Add 429.',
        !has(500) && 'Add 500.',
        op.requestBody && method !== 'get' && !open && !has(422) && 'Rules may refuse its body: add 422.',
      )
    }),
    'tideline-portable-patterns': house('Patterns that every engine knows', '$', patterns),
    'tideline-component-names': house('One component of a name', '$', componentNames),
    'tideline-ambiguous-paths': house('One path for an address', '$', ambiguousPaths),
    // The calls' documented names include numbers and words that look like credentials; each exception is named.
    'owasp:api2:2023-no-credentials-in-url': 'off', // `token` in the query is documented (spec 3 §7, authorize token)
    'owasp:api2:2023-write-restricted': 'off', // log-in, link requests and webhooks are open; tideline-access allows that only where x-access says so
    'owasp:api2:2023-read-restricted': 'off', // health, public settings and catalogues are read without a token; likewise
    'owasp:api8:2023-define-error-responses-401': 'off', // open calls have none; tideline-errors demands it of all others
    'owasp:api7:2023-concerning-url-parameter': 'off', // `link` is an opaque key of ours, never an address that is fetched
    'owasp:api9:2023-inventory-environment': 'off', // one relative server: the document is served by each environment itself
    'owasp:api5:2023-admin-security-unique': 'off', // one token scheme; x-access separates the audiences
  },
}
