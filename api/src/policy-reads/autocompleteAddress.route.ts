import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { suggestInsuredAddresses } from './suggest-insured-addresses.ts'

/**
 * Suggests addresses. Uses the address service if one is configured, otherwise the policies that the caller may see.
 */
export const autocompleteAddress: Handler<'autocompleteAddress'> = async (ctx, { query }) =>
  ok(await ctx.providers.addresses.suggest(query, (own) => suggestInsuredAddresses(ctx, own)))
