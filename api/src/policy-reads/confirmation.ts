import { Party } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import { earthquakeCondition } from '../catalog/products.ts'
import { createBatchedRead, maxBatchSize } from '../db/batched-read.ts'
import { dollarsSql, selectFields, timestampSql } from '../db/json-sql.ts'
import { type PreparedStatement, runPreparedQuery } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { noLossStatementCondition, noLossStatementTypeSql } from '../documents/no-loss-statement.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor, Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import {
  invoiceDueDateSql,
  nextInstallmentSql,
  obligationsSql,
  openInvoiceAmountSql,
  submittedCentsSql,
} from '../ledger/money-sql.ts'
import { type DueSummary, getStates, type Obligation, summarizeDue } from '../ledger/obligations.ts'
import {
  canTransferPayments,
  type PaymentRow,
  paymentRowsSql,
  toPaymentResponse,
} from '../payments/reads/payment-response.ts'
import type { AgencyAllowlists, PermissionFacts } from '../policy/can/permission-rule.ts'
import { formatActionPermissions } from '../policy/can/policy-actions.ts'
import { lapsesSql } from '../policy/lapses.ts'
import { billedToLenderSql, lenderCondition } from '../policy/payer.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { getViewer } from '../policy/viewer.ts'
import { buildVisibilitySql, getVisibilityParameters } from '../policy/visibility.ts'
import { readSettings } from '../settings/settings.ts'
import { type CancelReasonRow, filterCancelReasons, readCancelReasons } from './cancel-reasons.ts'
import {
  type DeadlineSource,
  type DueFields,
  selectDeadlineSource,
  toDueFields,
  toNonpaymentNotice,
  toRenewalHold,
} from './due-fields.ts'

type Confirmation = Operations['getConfirmation']['response']['payload']
type Invoice = Confirmation['invoices']['invoices'][number]
/** Fields that depend on the viewer's permissions or on settings. */
type ViewerFields = 'can' | 'payments' | 'quoteNumber' | 'cancelReasons' | 'nonpaymentNotice' | 'stripeKey' | 'viewer'
/** Fields that are calculated from the obligations (BIL-12). */
type CalculatedFields = keyof DueFields | 'obligations' | 'payableAmount' | 'payableTotal' | 'renewalHold'
type PresentedObligation = Confirmation['obligations'][number]

const state = buildPolicyStatusSql('p', '$4')

const invoicePayments = `select coalesce(json_agg(row_to_json(x) order by x."createdAt"), '[]') from (
    select ${selectFields<Invoice['invoicePayments'][number]>({
      paymentId: 'y.payment_id',
      amount: dollarsSql('ip.amount_cents'),
      createdAt: timestampSql('y.created_at'),
      createdAtUserType: 'y.created_by_user_type',
    })}
    from invoice_payments ip join payments y on y.policy_payment_id = ip.policy_payment_id
    where ip.invoice_id = i.invoice_id) x`

const invoices = `select coalesce(json_agg(row_to_json(x) order by x."createdAt", x."invoiceId"), '[]') from (
    select ${selectFields<Invoice>({
      invoiceId: 'i.invoice_id',
      policyTransactionId: 'coalesce(i.policy_transaction_id, p.policy_id)',
      createdAt: timestampSql('i.created_at'),
      dueDate: invoiceDueDateSql,
      grossPremium: dollarsSql('i.gross_premium_cents'),
      policyFee: dollarsSql('i.policy_fee_cents'),
      taxes: dollarsSql('i.taxes_cents + i.surcharges_cents'),
      totalPremium: dollarsSql('i.total_premium_cents'),
      amountPaid: dollarsSql('paid.cents'),
      creditsApplied: dollarsSql('greatest(0, i.total_premium_cents - paid.cents - open.cents)'),
      amountDue: dollarsSql('open.cents'),
      isPaid: 'open.cents = 0',
      invoicePayments: `(${invoicePayments})`,
    })}
    from invoices i cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as cents from invoice_payments where invoice_id = i.invoice_id) paid
    cross join lateral (select ${openInvoiceAmountSql} as cents) open
    where i.policy_id = p.policy_id) x`

const party = (number: Party, isSigned: string) => `json_build_object('party', ${number}, 'isSigned', ${isSigned},
    'requiresSignatures', coalesce(slots.for_party_${number}, false))`

/**
 * Builds the prepared statement that returns confirmations as JSON, together with the values that decide the viewer's
 * permissions. Fields that depend on permissions are added later. `wanted` selects from policies `p` by $1, $2 and $3 are
 * the viewer (`getVisibilityParameters`), and $4 is the current time.
 */
const buildConfirmationStatement = (name: string, wanted: string): PreparedStatement => ({
  name,
  text: `with p as materialized (select p.* from ${wanted} and ${buildVisibilitySql('$2', '$3')})
  select p.policy_no as "policyNo", p.product_id as "productId", p.original_trans_type as "originalTransType",
    p.can_change_effective_date as "canChangeEffectiveDate", p.cancel_reason_code as "cancelReasonCode", p.quote_number as "quoteNumber",
    p.expiration_date as "expirationDate", s."isCancelled", s."isPendingCancel", s."isExpired", s."isNonRenewal", s."hasIncepted", s."canCancelPolicy",
    s."isPendingCancel" and p.cancel_accepted_at is not null and p.cancel_effective_date > s.today as "isEndAhead",
    b.due_cents <= 0 as "owesNothing", ${submittedCentsSql} as "processingCents", s.today, ${obligationsSql} as obligations,
    exists (select from cancel_reason_documents where reason_code = p.cancel_reason_code and purpose <> 'sign')
      as "requiresUpload", ${lenderCondition} as "hasLenderToBill",
    ${selectDeadlineSource},
    exists (select from reinstatement_offers o where o.policy_id = p.policy_id and o.state = 'open') as "hasReinstatementOffer",
    b.due_cents as "dueCents", b.received_cents as "receivedCents", (${paymentRowsSql}) as payments,
    coalesce(slots.open_for_1, false) as "hasSlots1", coalesce(slots.open_for_2, false) as "hasSlots2",
    row_to_json(c)::text as json
  from p
  cross join lateral (select ${state.isCancelled} as "isCancelled", ${state.isPendingCancel} as "isPendingCancel",
    ${state.isExpired} as "isExpired", p.non_renewed_at is not null as "isNonRenewal",
    p.inception_date <= ${state.today} as "hasIncepted", ${state.canCancelPolicy} as "canCancelPolicy",
    ${state.status} as status, ${state.today} as today) s
  left join lateral (select policy_id, invoiced_cents, received_cents, processing_cents, refundable_cents, due_cents
    from policy_balances where policy_id = p.policy_id
    union all select p.policy_id, 0, 0, 0, 0, 0 limit 1) b on true
  left join lateral (select bool_or(party = ${Party.agent}) as for_party_1, bool_or(party = ${Party.insured}) as for_party_2,
      bool_or(party = ${Party.agent} and signed_at is null) as open_for_1, bool_or(party = ${Party.insured} and signed_at is null) as open_for_2
    from policy_doc_signatures where policy_id = p.policy_id) slots on true
  left join lateral (select t.*, y.kind from policy_transactions t join transaction_types y using (transaction_type)
    where t.policy_id = p.policy_id order by t.post_date desc, t.sequence desc limit 1) t on true
  cross join lateral (select ${selectFields<Omit<Confirmation, ViewerFields | CalculatedFields>>({
    policyId: 'p.policy_id',
    policyNo: 'p.policy_no',
    productId: 'p.product_id',
    productNo: 'p.product_id',
    status: 's.status',
    firstName: 'p.first_name',
    lastName: 'p.last_name',
    insuredName: 'p.insured_name',
    email: "nullif(p.email::text, '')",
    phone: 'p.phone',
    address1: 'p.addr1',
    address2: 'p.addr2',
    address: 'p.address_line',
    city: 'p.city',
    state: 'p.state',
    zipCode: 'p.zip',
    zip: 'p.zip',
    county: 'p.county',
    countyFips: 'p.county_fips',
    censusBlock: 'p.census_block',
    agencyNo: 'p.agency_no',
    producerName: "nullif(p.producer_name, '')",
    inceptionDate: 'p.inception_date',
    effectiveDate: 'p.effective_date',
    expirationDate: 'p.expiration_date',
    originalPostDate: 'p.original_post_date',
    originalTransType: 'p.original_trans_type',
    lastTransactionType: 'coalesce(t.transaction_type, p.last_transaction_type, p.original_trans_type)',
    paymentInterval: 'p.payment_interval',
    paymentMethod: 't.payment_method',
    grossPremium: dollarsSql('p.gross_premium_cents'),
    policyFee: dollarsSql('p.policy_fee_cents'),
    taxes: dollarsSql('p.taxes_cents'),
    adjustments: dollarsSql(`(select coalesce(sum(m.tnx_total_premium_cents), 0)::bigint from policy_transactions m
      where m.policy_id = p.policy_id and m.transaction_type = 'MA')`),
    totalPremium: dollarsSql('p.total_premium_cents'),
    tnxTotalPremium: dollarsSql('coalesce(t.tnx_total_premium_cents, p.total_premium_cents)'),
    pendingTotalPremium: `case when t.kind = 'endorsement' and t.effective_date > s.today
      then ${dollarsSql('t.total_premium_cents')} end`,
    pendingCancelGrossPremium: dollarsSql('p.pending_cancel_gross_premium_cents'),
    pendingCancelTotalPremium: dollarsSql('p.pending_cancel_total_premium_cents'),
    monthlyCost: dollarsSql(nextInstallmentSql('s.today')),
    totalDue: dollarsSql('b.due_cents'),
    totalPayments: dollarsSql('b.received_cents'),
    isPaymentProcessing: 'b.processing_cents > 0',
    processingAmount: dollarsSql('b.processing_cents'),
    isBilledToLender: `coalesce(${billedToLenderSql}, false)`,
    isSigned: `json_build_array(${party(1, 'p.is_signed_by_agent')}, ${party(2, 'p.is_signed_by_insured')})`,
    isPolicyCancelled: 's."isCancelled"',
    isCancelled: 's."isCancelled"',
    isPendingCancel: 's."isPendingCancel"',
    isExpired: 's."isExpired"',
    isNonRenewal: 's."isNonRenewal"',
    hasImmediateClosing: 'p.has_immediate_closing',
    canCancelPolicy: 's."canCancelPolicy"',
    canChangeAgency: 's."hasIncepted" and not s."isCancelled" and not s."isPendingCancel"',
    reasonCode: 'p.cancel_reason_code',
    reinstatementOffer: `(select json_build_object('amountReceived', ${dollarsSql('o.amount_cents')},
        'amountNeeded', ${dollarsSql('o.needed_cents')},
        'amountNeededWithLapse', ${dollarsSql('o.lapse_needed_cents')}, 'isLapseRequired', o.is_lapse_required,
        'coverageEndedOn', p.cancel_effective_date, 'amountOnHold', ${dollarsSql(`(select
          coalesce(sum(r.amount_cents), 0)::bigint from refund_reviews r where r.policy_id = o.policy_id
            and r.state = 'open' and r.hold_reason = 'reinstatement')`)},
        'offeredOn', o.offered_on, 'expiresOn', o.expires_on, 'hasNoLossStatement', ${noLossStatementCondition('p')},
        'noLossStatementDocTypeId', ${noLossStatementTypeSql})
      from reinstatement_offers o where o.policy_id = p.policy_id and o.state = 'open')`,
    lapses: lapsesSql,
    ecElevation: 't.ec_elevation',
    invoices: `json_build_object('previousAmountPaid', ${dollarsSql('b.received_cents')},
      'policyFee', ${dollarsSql('p.policy_fee_cents')}, 'grossPremium', ${dollarsSql('p.gross_premium_cents')},
      'taxes', ${dollarsSql('p.taxes_cents')}, 'invoices', (${invoices}), 'total', ${dollarsSql('b.invoiced_cents')},
      'due', ${dollarsSql('b.due_cents')}, 'paid', ${dollarsSql('b.received_cents')})`,
    uiConfiguration: `json_build_object('canChangeEffectiveDate', p.can_change_effective_date
      and not ${earthquakeCondition('p.product_id')} and s."canCancelPolicy"
      and ($2::text = 'staff' or not s."hasIncepted"))`,
  })}) c`,
})

/** The statement for one policy, whose number is $1. */
export const policyConfirmationStatement = buildConfirmationStatement(
  'policy-confirmation-12',
  'policies p where p.policy_no = $1',
)

/**
 * The statement for several policies, whose numbers are the JSON array $1. The fixed limit keeps the plan independent of
 * the length of the array.
 */
const policyConfirmationsStatement = buildConfirmationStatement(
  'policy-confirmations-2',
  `(select value from json_array_elements_text($1::json) value limit ${maxBatchSize}) wanted
    join policies p on p.policy_no = wanted.value where true`,
)

interface ConfirmationRow
  extends Omit<PermissionFacts, 'hasSlotsToSign' | 'isPayableProcessing' | keyof DeadlineSource>,
    DeadlineSource {
  policyNo: string
  expirationDate: string
  /** The date at the property. */
  today: string
  processingCents: number
  obligations: (Obligation & Pick<PresentedObligation, 'purpose' | 'payer'>)[]
  quoteNumber: string | null
  canCancelPolicy: boolean
  hasSlots1: boolean
  hasSlots2: boolean
  dueCents: number
  receivedCents: number
  payments: PaymentRow[]
  json: string
}

/** Reads confirmations of the same viewer at the same time. Returns them by policy number. */
async function readConfirmationRows({ db, actor, now }: Ctx, policyNos: readonly string[]) {
  const [statement, wanted] =
    policyNos.length === 1
      ? [policyConfirmationStatement, policyNos[0]]
      : [policyConfirmationsStatement, JSON.stringify(policyNos)]
  const values = [wanted, ...getVisibilityParameters(actor), now]
  const rows = await runPreparedQuery<ConfirmationRow>(db, statement, values)
  return new Map(rows.map((row) => [row.policyNo, row]))
}

const batchedReads = new WeakMap<Kysely<DB>, ReturnType<typeof createBatchedRead<Ctx, ConfirmationRow>>>()

/**
 * Reads the row of a confirmation, if the policy is visible to the caller. Concurrent reads with the same visibility are
 * batched if they are in the same minute, because the date at a property changes only at full minutes.
 */
async function findConfirmationRow(ctx: Ctx, policyNo: string): Promise<ConfirmationRow | undefined> {
  const { db, actor, now } = ctx
  // Only the transaction itself sees its changes.
  if (db.isTransaction) return (await readConfirmationRows(ctx, [policyNo])).get(policyNo)
  const read = batchedReads.get(db) ?? createBatchedRead(readConfirmationRows)
  batchedReads.set(db, read)
  return read(`${getVisibilityParameters(actor)} ${Math.floor(now.getTime() / 60_000)}`, ctx, policyNo)
}

/**
 * Returns a policy's confirmation as JSON text. One prepared statement reads and formats the confirmation; the caller's
 * permissions are inserted afterward. Throws 404 if the policy is not visible to the caller.
 */
export async function readPolicyConfirmation(ctx: Ctx, policyNo: string): Promise<string> {
  const viewer = getViewer(ctx.actor)
  const [row, settings, reasons] = await Promise.all([
    findConfirmationRow(ctx, policyNo),
    readSettings(ctx.db, ctx.now),
    readCancelReasons(ctx.db),
  ])
  if (!row) throw createNotFoundError({ policyNo })
  const due = summarizeDue(row.obligations, row)
  const rights = rightsJson(
    { ...row, isPayableProcessing: row.processingCents > 0 && due.payableCents === 0 },
    reasons,
    viewer,
    settings,
  )
  const quote = row.quoteNumber ? `,"quoteNumber":${JSON.stringify(row.quoteNumber)}` : ''
  const stripeKey = JSON.stringify(ctx.providers.stripe.publishableKey)
  const notice = toNonpaymentNotice(row, viewer)
  const noticeJson = notice ? `,"nonpaymentNotice":${JSON.stringify(notice)}` : ''
  return `${row.json.slice(0, -1)}${quote}${noticeJson},"stripeKey":${stripeKey},${dueJson(row, due)},${paymentsJson(row, ctx.actor)},${rights}}`
}

function dueJson(row: ConfirmationRow, due: DueSummary) {
  const fields: Pick<Confirmation, CalculatedFields> = {
    ...toDueFields(due),
    payableAmount: toDollars(due.payableCents),
    payableTotal: toDollars(due.payableTotalCents),
    obligations: getStates(row.obligations, row).map(toObligationResponse),
    renewalHold: toRenewalHold(row, row, row),
  }
  return JSON.stringify(fields).slice(1, -1)
}

const toObligationResponse = (row: StatedObligation): PresentedObligation => ({
  obligationNo: row.obligationNo,
  invoiceId: row.invoiceId,
  purpose: row.purpose,
  payer: row.payer,
  dueDate: row.dueDate,
  amount: toDollars(row.amountCents),
  openAmount: toDollars(row.openCents),
  state: row.state,
})
type StatedObligation = ReturnType<typeof getStates<ConfirmationRow['obligations'][number]>>[number]

const paymentsJson = ({ payments, ...money }: ConfirmationRow, actor: Actor) => {
  const view = { ...money, mayTransfer: canTransferPayments(actor) }
  return `"payments":${JSON.stringify(payments.map((row) => toPaymentResponse(row, view)))}`
}

function rightsJson(
  row: ConfirmationRow & Pick<PermissionFacts, 'isPayableProcessing'>,
  reasons: CancelReasonRow[],
  viewer: ReturnType<typeof getViewer>,
  agencies: AgencyAllowlists,
): string {
  const hasSlotsToSign = viewer.party === Party.agent ? row.hasSlots1 : row.hasSlots2
  const { kind, userType, party: signsAs, isReadonly } = viewer
  const cancelReasons = filterCancelReasons(reasons, row, viewer).map((reason) => reason.reasonCode)
  const can = formatActionPermissions({ ...row, hasSlotsToSign }, viewer, agencies)
  return (
    `"cancelReasons":${JSON.stringify(cancelReasons)},` +
    `"viewer":${JSON.stringify({ kind, userType, party: signsAs, isReadonly })},"can":${can}`
  )
}
