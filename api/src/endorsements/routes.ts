import { createNotFoundError } from '../http/api-error.ts'
import { findCollectionRow, listCollection } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readSettings } from '../settings/settings.ts'
import { bindQuote } from './bind-quote.ts'
import { changePolicyAgency } from './change-agency.ts'
import { changeOwnMailingAddress } from './change-own-mailing-address.ts'
import { createQuote } from './create-quote.ts'
import { adminMortgageeChangeCollection } from './mortgagee-changes/admin-mortgagee-changes.ts'
import { decideMortgageeChange } from './mortgagee-changes/decide.ts'
import { openMortgageeChangeProof } from './mortgagee-changes/open-proof.ts'
import {
  assertRequestAllowed,
  listOwnMortgageeChanges,
  requestMortgageeChange,
  withdrawMortgageeChange,
} from './mortgagee-changes/request.ts'
import { readQuote } from './quote.ts'
import { previewReversal, reverseEndorsement } from './reverse-endorsement.ts'
import { saveQuote } from './save-quote.ts'

/**
 * Creates a quote and returns its number and the link to its editor. For special kinds of endorsements, the link
 * contains the kind.
 */
async function createQuoteWithLink(ctx: Ctx, input: Parameters<typeof createQuote>[1]) {
  const endorsementQuoteNumber = await createQuote(ctx, input)
  const { 'links.endorsement': template } = await readSettings(ctx.db, ctx.now)
  const link = template.replace('{quoteNumber}', endorsementQuoteNumber)
  const type = input.kind === 'endorsement' ? '' : `${link.includes('?') ? '&' : '?'}type=${input.kind}`
  return { endorsementQuoteNumber, link: link + type }
}

export const endorsementHandlers = {
  createEndorsementUrl: async (ctx, { body }) => ({
    statusCode: 200,
    message: '',
    result: await createQuoteWithLink(ctx, { policyNo: body, kind: 'endorsement' }),
  }),

  startOutOfSequenceEndorsement: async (ctx, { query }) =>
    ok(await createQuoteWithLink(ctx, { ...query, kind: 'ebo' })),

  startMandatoryEndorsement: async (ctx, { query }) => ok(await createQuoteWithLink(ctx, { ...query, kind: 'ebm' })),

  getQuote: (ctx, { path }) => readQuote(ctx, path.endorsementQuoteNumber),

  saveQuote: (ctx, { body }) => saveQuote(ctx, body),

  bindEndorsement: async (ctx, { body }) =>
    ok(
      await bindQuote(ctx, {
        quoteNumber: body.QuoteNumber,
        description: body.TransactionDescription,
        comments: body.Comments,
      }),
    ),

  changeOwnMailingAddress: async (ctx, { path, body }) => ok(await changeOwnMailingAddress(ctx, path.policyNo, body)),

  listOwnMortgageeChanges: async (ctx, { path }) => ok(await listOwnMortgageeChanges(ctx, path.policyNo)),

  requestMortgageeChange: {
    before: async (ctx, { path }) => void (await assertRequestAllowed(ctx, path.policyNo)),
    handle: async (ctx, { path, body }) => ({
      statusCode: 201,
      message: '',
      payload: await requestMortgageeChange(ctx, path.policyNo, body),
    }),
  },

  withdrawMortgageeChange: async (ctx, { path }) => ok(await withdrawMortgageeChange(ctx, path.policyNo)),

  decideMortgageeChange: async (ctx, { path, body }) => ok(await decideMortgageeChange(ctx, path, body)),

  getMortgageeChangeProof: (ctx, { path }) => openMortgageeChangeProof(ctx, path),

  listAdminMortgageeChanges: (ctx, { query }) => listCollection(ctx.db, adminMortgageeChangeCollection, query),

  getAdminMortgageeChange: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminMortgageeChangeCollection, path.id)
    if (!found) throw createNotFoundError({ mortgageeChangeId: path.id })
    return found
  },

  previewReversal: async (ctx, { path }) => ok(await previewReversal(ctx, path)),

  reverseEndorsement: async (ctx, { path, body }) => ok(await reverseEndorsement(ctx, { ...path, ...body })),

  endorsePolicy: async (ctx, { path, body }) => ok(await changePolicyAgency(ctx, path.policyNo, body)),
} satisfies AreaHandlers
