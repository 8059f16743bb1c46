import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { bindQuote } from './bind-quote.ts'
import { changeAgency } from './change-agency.ts'
import { makeQuote } from './make-quote.ts'
import { presentQuote, requireQuote } from './quote.ts'
import { saveQuote } from './save-quote.ts'
import { standingOf } from './terms.ts'

/** Where our own editor opens a quote; a deployment's quoting UI may take the same path (decision 29). */
const linkTo = (quoteNumber: string, type?: 'ebo' | 'ebm') =>
  `/endorsements/${quoteNumber}${type ? `?type=${type}` : ''}`

export const endorsementHandlers = {
  createEndorsementUrl: async (ctx, { body }) => {
    const quoteNumber = await makeQuote(ctx, { policyNo: body, kind: 'endorsement' })
    return {
      statusCode: 200,
      message: '',
      result: { endorsementQuoteNumber: quoteNumber, link: linkTo(quoteNumber) },
    }
  },

  getEboEndorsement: async (ctx, { query }) => {
    const quoteNumber = await makeQuote(ctx, { ...query, kind: 'ebo' })
    return ok({ link: linkTo(quoteNumber, 'ebo'), endorsementQuoteNumber: quoteNumber })
  },

  getEbmEndorsement: async (ctx, { query }) => {
    const quoteNumber = await makeQuote(ctx, { ...query, kind: 'ebm' })
    return ok({ link: linkTo(quoteNumber, 'ebm'), endorsementQuoteNumber: quoteNumber })
  },

  getQuote: async (ctx, { path }) => {
    const { quote, policy } = await requireQuote(ctx, path.quoteNumber)
    return presentQuote(quote, policy, await standingOf(ctx.db, policy.policyId), ctx.now)
  },

  saveQuote: (ctx, { body }) => saveQuote(ctx, body),

  bindEndorsement: async (ctx, { body }) =>
    ok(
      await bindQuote(ctx, {
        quoteNumber: body.QuoteNumber,
        description: body.TransactionDescription,
        comments: body.Comments,
      }),
    ),

  endorsePolicy: async (ctx, { path, body }) => ok(await changeAgency(ctx, path.policyNo, body)),
} satisfies AreaHandlers
