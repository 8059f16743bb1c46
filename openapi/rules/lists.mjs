/**
 * Requires one format for all lists (ADR 20). A list that can grow is a page with `resultCount`, `isCapped`, `items`
 * and `nextCursor`. Requests have `take`, `skip` and `cursor`. A bare array is allowed only for a complete list that
 * cannot grow; each is listed below with the reason.
 */

/** Documented operations with their own page format. */
const documentedPages = new Set(['listPolicies', 'searchPolicies', 'getPolicyHistory'])

const documented = 'documented as an array'
const limitedByPolicy = 'limited by policy'
const ofAgency = 'limited by agency'
const ofClaim = 'limited by claim'
const fixed = 'fixed list'
const completeLists = {
  getPolicyTransactions: documented,
  getActiveTransactions: documented,
  listPaymentMethods: documented,
  getPolicyLiens: documented,
  listWidgetRegistrations: documented,
  getCancelReasons: limitedByPolicy,
  listDocumentPdfs: limitedByPolicy,
  listDocumentVersions: limitedByPolicy,
  listLatestDocuments: limitedByPolicy,
  listOwnPolicies: 'limited by insured',
  listOwnClaims: 'the newest 100 claims of a policy',
  listOwnMortgageeChanges: 'the newest 20 requests for a policy',
  listPolicyNotifications: limitedByPolicy,
  listPolicyPayments: limitedByPolicy,
  listReviews: limitedByPolicy,
  listProofLinks: 'the newest 100 links of a policy',
  reprintCancellationNotice: limitedByPolicy,
  listSigningEvents: limitedByPolicy,
  listUploadTypes: limitedByPolicy,
  listAgencyContacts: ofAgency,
  listAgencyDocuments: ofAgency,
  listAgencyLicenses: ofAgency,
  listAgentAccounts: ofAgency,
  listSubagents: ofAgency,
  listClaimDocuments: ofClaim,
  listClaimNotes: ofClaim,
  listCommissionAdjustments: 'limited by statement',
  listLockboxSteps: 'limited by check',
  listSessions: 'limited by account',
  listActions: 'one entry per kind',
  getFigures: 'at most 24 months',
  listActiveMoratoriumEvents: 'only active moratoriums',
  listCounties: fixed,
  listCountyFigures: 'one row per county',
  listImportColumns: fixed,
  readImportHeadings: 'one row per column of the file, at most 200',
  listMailTemplates: fixed,
  autocompleteAddress: 'limited by a parameter',
  suggestWidgetAddresses: 'at most ten suggestions',
  uploadDocuments: 'limited to the uploaded files',
}

const methods = ['get', 'put', 'post', 'patch', 'delete']
const pageFields = ['resultCount', 'isCapped', 'items', 'nextCursor']

const getJsonSchema = (part) => part?.content?.['application/json']?.schema
const getResponseSchema = ({ responses }) => getJsonSchema(responses[200] ?? responses[201])

function findProblems(operation, method, used) {
  const response = getResponseSchema(operation)
  if (!response) return []
  const rows = response.properties?.payload ?? response
  const inputNames = new Set([
    ...(operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    ...Object.keys(getJsonSchema(operation.requestBody)?.properties ?? {}),
  ])
  const id = operation.operationId
  if (inputNames.has('range')) {
    const counts = operation.responses[200].headers?.['Content-Range']
    return response.type === 'array' && method === 'get' && counts
      ? []
      : [`${id}: an operation with range returns an array and Content-Range (ra-data-simple-rest).`]
  }
  if (documentedPages.has(id)) {
    used.add(id)
    return []
  }
  if (['take', 'skip', 'cursor', 'page'].some((name) => inputNames.has(name))) {
    const missing = pageFields.filter((name) => !rows.required?.includes(name))
    const missingParameters = ['take', 'skip', 'cursor'].filter((name) => !inputNames.has(name))
    return [
      ...missing.map((name) => `${id}: add ${name} to the page (ADR 20).`),
      ...missingParameters.map((name) => `${id}: add the parameter ${name} (ADR 20).`),
    ]
  }
  if (rows.type !== 'array') return []
  used.add(id)
  if (!Object.hasOwn(completeLists, id))
    return [
      `${id}: return a page (ADR 20), or list the operation in rules/lists.mjs with the reason why it cannot grow.`,
    ]
  return []
}

/** Returns a problem for each list in another format. Takes the resolved bundle. */
export function checkLists({ paths }) {
  const problems = []
  const used = new Set()
  for (const [path, item] of Object.entries(paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      problems.push(
        ...findProblems(operation, method, used).map((message) => ({
          message,
          path: ['paths', path, method, 'responses'],
        })),
      )
    }
  for (const id of [...Object.keys(completeLists), ...documentedPages])
    if (!used.has(id))
      problems.push({ message: `Remove the unused exception ${id} from rules/lists.mjs.`, path: ['paths'] })
  return problems
}
