import type { DocTypeId, PaymentTypeId, ProductId, ReasonCode, TransactionType } from '@tideline/sdk/types'
import { propertyTypeScopes, roles } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { noteTags } from './note-tags.ts'
import { rewardTiers } from './reward-level.ts'

const words = (code: string) =>
  code.replace(/([a-z])([A-Z0-9])/g, '$1 $2').replace(/^./, (letter) => letter.toUpperCase())
const entries = (codes: readonly string[], labels: Record<string, string> = {}) =>
  codes.map((code) => ({ code, label: labels[code] ?? words(code) }))

const states = (
  'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,' +
  'Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,' +
  'Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,' +
  'New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,' +
  'Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,' +
  'Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY'
).split(',')
const territories = (
  'American Samoa AS,Guam GU,Northern Mariana Islands MP,Puerto Rico PR,Virgin Islands VI,Micronesia FM,' +
  'Marshall Islands MH,Palau PW,Armed Forces Americas AA,Armed Forces Europe AE,Armed Forces Pacific AP'
).split(',')
const getState = (isAccepted: boolean) => (text: string) => ({
  code: text.slice(-2),
  name: text.slice(0, -3),
  isAccepted,
})

const floodZones = { V: 1, A: 2, B: 3, C: 3, D: 3, X: 4 }
const theme = { flood: 'neptune', excess: 'commercial', earthquake: 'earthquake' } as const

/** Ids of document types that can be uploaded for earthquake policies. The New York upload list contains all types. */
const earthquakeTypes = new Set([2, 5, 6, 8, 11, 14])
const getLists = (docTypeId: number, isNewYorkOnly: boolean) => [
  ...(isNewYorkOnly ? [] : ['standard' as const]),
  'newYork' as const,
  ...(earthquakeTypes.has(docTypeId) ? ['earthquake' as const] : []),
]

/** Returns the catalog lists. Lists that rules depend on come from database tables. The other lists are constants. */
export async function readCatalogs(db: Kysely<DB>) {
  const products = await db.selectFrom('products').selectAll().orderBy('product_id').execute()
  const transactionTypes = await db.selectFrom('transaction_types').selectAll().orderBy('transaction_type').execute()
  const reasons = await db
    .selectFrom('cancel_reasons')
    .select(['reason_code', 'reason_name'])
    .where('is_selectable', '=', true)
    .orderBy('reason_code')
    .execute()
  const documentTypes = await db.selectFrom('document_types').selectAll().orderBy('doc_type_id').execute()
  const paymentTypes = await db.selectFrom('payment_types').selectAll().orderBy('payment_type_id').execute()
  return {
    products: products.map((row) => {
      const kind = row.line === 'excessFlood' ? ('excess' as const) : row.line
      return {
        productId: row.product_id as ProductId,
        name: row.name,
        prefix: row.number_prefix,
        kind,
        audience: row.occupancy,
        // UI-7: product 1 has the residential theme, earthquake has the earthquake theme, and all other products have
        // the commercial theme.
        theme: row.product_id !== 1 && kind === 'flood' ? ('commercial' as const) : theme[kind],
      }
    }),
    transactionTypes: [
      ...transactionTypes.map((row) => ({ code: row.transaction_type as TransactionType, label: row.name })),
      { code: 'Grouped' as const, label: 'Grouped Endorsement' },
    ],
    cancelReasons: reasons.map((row) => ({ reasonCode: row.reason_code as ReasonCode, reasonName: row.reason_name })),
    documentTypes: documentTypes.map((row) => ({
      docTypeId: row.doc_type_id as DocTypeId,
      name: row.name,
      lists: row.for_reinstatement ? [] : getLists(row.doc_type_id, row.new_york_only),
    })),
    paymentTypes: paymentTypes.map((row) => ({
      paymentTypeId: row.payment_type_id as PaymentTypeId,
      name: row.name,
      hasReceipt: row.has_receipt,
      // Type 12 is a transfer. A transfer has no receipt and cannot be transferred again (PAY-16).
      isTransferable: row.has_receipt,
    })),
    rewardLevels: rewardTiers.map((tier) => ({ name: tier.name, min: tier.min, max: tier.max })),
    propertyTypeScopes: propertyTypeScopes.map(({ scope, name }) => ({ scope, name })),
    foundationTypes: entries([
      'slab',
      'crawlspace',
      'stiltsWithVents',
      'stiltsWithSolidEnclosure',
      'unfinishedGarage',
      'garageWithNonElevatedUtilities',
      'unfinishedBasement',
      'finishedBasement',
    ]),
    propertyTypes: entries(['primaryHome', 'secondaryHome', 'rentalOwner', 'rentalTenant']),
    occupancyTypes: entries(['singleFamily', 'multiFamily', 'condo', 'manufactured']),
    stories: entries(['1', '2', '3', '4']),
    constructionTypes: entries(['masonry', 'wood', 'steel', 'concrete', 'other']),
    billing: entries(['insured', 'coapplicant', 'lienholder']),
    paymentMethods: entries(['credit', 'ach', 'check'], { credit: 'Credit card', ach: 'ACH' }),
    deliveryMethods: entries(['electronic', 'print']),
    lossCounts: entries(['none', 'oneUnder25k', 'oneOver25k', 'twoOrMore'], {
      oneUnder25k: 'One loss under $25,000',
      oneOver25k: 'One loss over $25,000',
    }),
    floodZones: Object.entries(floodZones).map(([letter, rank]) => ({ letter, rank })),
    states: [...states.map(getState(true)), ...territories.map(getState(false))],
    roles: [...roles],
    noteTags: noteTags.map((label) => ({ code: label, label })),
  }
}
