import type { Selectable } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import type { TaxRate as Row } from '../db/schema.ts'
import { createUnprocessableError } from '../http/api-error.ts'

/** A row of `tax_rates`. It is identified by state, charge, class and first date. */
export type TaxRate = Selectable<Row>

/** Rates of a state for one product on one date. There is at most one row per charge. */
export interface TaxRates {
  state: string
  productId: number
  /** Date of the rates, `YYYY-MM-DD`. It is the inception date of the term (ADR 13). */
  day: string
  rates: readonly TaxRate[]
}

const isInEffect = ({ effective_from, effective_to }: TaxRate, day: string) =>
  effective_from <= day && (effective_to === null || day <= effective_to)

/**
 * Returns the tax rates of a state and product class that are in effect on `day`. A charge without tax needs a row with
 * a zero rate (TAX-1). Throws 422 `missing_tax_rates` if the state has no rows, or if a charge has rows only for other
 * dates.
 */
export function selectEffectiveTaxRates(rows: readonly TaxRate[], where: Omit<TaxRates, 'rates'>): TaxRates {
  const { state, day } = where
  if (rows.length === 0)
    throw createUnprocessableError(
      'missing_tax_rates',
      `state: ${state} has no tax rates, so policies cannot be issued there.`,
      'state',
    )
  const rates = rows.filter((row) => isInEffect(row, day))
  const missing = rows.find(({ charge }) => !rates.some((rate) => rate.charge === charge))
  if (missing)
    throw createUnprocessableError(
      'missing_tax_rates',
      `inceptionDate: ${state} has no rate of ${missing.charge} on ${formatUsDate(day)}.`,
      'inceptionDate',
    )
  return { ...where, rates }
}
