import { zeroPremium } from '@tideline/sdk/words'
import { formatEasternDate, formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars, formatLimit } from './format-amount.ts'
import { type ComposedPdf, SheetWriter, type Signer } from './sheet.ts'

/** Data of a policy's documents. Amounts are in cents, and dates are `YYYY-MM-DD`. */
export interface PolicyDocumentData {
  policyNo: string
  productName: string
  insuredName: string
  mailingAddress: string
  propertyAddress: string
  agencyName: string
  agencyNo: string
  /** Phone number formatted for display: "(813) 555-0100". */
  agencyPhone?: string
  insurer: { name: string; phone: string }
  inceptionDate: string
  expirationDate: string
  /** Property details such as year built and flood zone, formatted as on the screens. */
  property: [label: string, value: string][]
  /** Limit in cents, or a word such as `Included`. A coverage has one line for each period with a different limit. */
  coverages: { name: string; effectiveDate: string; limit: number | string; premiumCents: number }[]
  /** Deductibles, sorted by effective date. The last deductible is current. */
  deductibles: { effectiveDate: string; cents: number }[]
  /** Charges: premium, policy fee and each tax. */
  charges: { label: string; amountCents: number }[]
  totalPremiumCents: number
  /** Installments of a monthly plan, as agreed at binding. Absent if the premium is paid at once. */
  installments?: { dueDate: string; amountCents: number }[]
  lienholders: string[]
  issuedAt: Date
}

const head = (facts: PolicyDocumentData, title: string) => ({
  title,
  reference: `Policy ${facts.policyNo}`,
  issuedAt: facts.issuedAt,
})

function parties(sheet: SheetWriter, facts: PolicyDocumentData, more: [label: string, value: string][] = []) {
  sheet.section('Policy')
  sheet.facts(
    [
      ['Policy number', facts.policyNo],
      ['Product', facts.productName],
    ],
    { beside: true },
  )
  sheet.facts([
    [
      'Policy period',
      `${formatUsDate(facts.inceptionDate)} to ${formatUsDate(facts.expirationDate)}, 12:01 a.m. at the insured property`,
    ],
    ['Insured', facts.insuredName],
    ['Mailing address', facts.mailingAddress],
    ['Insured property', facts.propertyAddress],
    ['Agency', [`${facts.agencyName} (${facts.agencyNo})`, facts.agencyPhone].filter(Boolean).join(', ')],
    ['Insurer', `${facts.insurer.name}, ${facts.insurer.phone}`],
    ...more,
  ])
}

/**
 * Adds the coverages with their limits and effective dates. If a limit changed, lists each period of the term (DOC-7).
 */
function coverages(sheet: SheetWriter, facts: PolicyDocumentData) {
  sheet.section('Coverages')
  sheet.table(
    ['Coverage', 'Effective date', 'Limit', 'Premium'],
    facts.coverages
      .map(({ name, effectiveDate, limit, premiumCents }) => [
        name,
        formatUsDate(effectiveDate),
        typeof limit === 'number' ? formatLimit(limit) : limit,
        premiumCents === 0 ? zeroPremium(limit) : formatDollars(premiumCents),
      ])
      .concat(
        facts.deductibles.map(({ effectiveDate, cents }) => [
          'Deductible',
          formatUsDate(effectiveDate),
          formatLimit(cents),
          '–',
        ]),
      ),
  )
}

function charges(sheet: SheetWriter, facts: PolicyDocumentData) {
  sheet.section('Premium, fees and taxes')
  sheet.table(
    ['Charge', 'Amount'],
    facts.charges.map(({ label, amountCents }) => [label, formatDollars(amountCents)]),
    ['Total premium', formatDollars(facts.totalPremiumCents)],
  )
}

/** Adds the installments of a monthly plan in two columns, so that a typical policy still fits on one page (DOC-7). */
function paymentSchedule(sheet: SheetWriter, { installments = [] }: PolicyDocumentData) {
  if (installments.length === 0) return
  sheet.section('Payment schedule')
  sheet.facts(
    installments.map(({ dueDate, amountCents }) => [`Due ${formatUsDate(dueDate)}`, formatDollars(amountCents)]),
    { beside: true },
  )
}

function lienholders(sheet: SheetWriter, facts: PolicyDocumentData) {
  sheet.section('Mortgagee')
  for (const lienholder of facts.lienholders) sheet.paragraph(lienholder)
  if (facts.lienholders.length === 0) sheet.paragraph('No mortgagee listed.')
}

/** Renders the application. It describes the property and is signed before the policy is issued. */
export function renderPolicyApplication(facts: PolicyDocumentData, signers: Signer[]): Promise<ComposedPdf> {
  const sheet = new SheetWriter(head(facts, `Application for ${facts.productName}`))
  parties(sheet, facts)
  sheet.section('Property')
  sheet.facts(facts.property, { beside: true })
  coverages(sheet, facts)
  charges(sheet, facts)
  lienholders(sheet, facts)
  sheet.section('Statement of the applicant')
  sheet.paragraph(
    'I have read this application. To the best of my knowledge the statements in it are true and complete, and nothing that matters to the insurer has been withheld. I understand that the insurer relies on them, and that a false statement made with intent to deceive may void the policy.',
  )
  sheet.paragraph(
    'Coverage does not begin before the premium has been paid and any waiting period has ended. Damage that exists or is in progress when coverage begins is not insured.',
  )
  sheet.signatures(signers)
  return sheet.finish()
}

/** Renders the policy agreement, which contains the terms for both parties. */
export function renderPolicyAgreement(facts: PolicyDocumentData, signers: Signer[]): Promise<ComposedPdf> {
  const sheet = new SheetWriter(head(facts, 'Policy agreement'))
  parties(sheet, facts)
  sheet.section('Agreement')
  for (const term of [
    'The insurer provides the coverages shown on the declarations page, subject to the terms, conditions and exclusions of the policy form, in return for the premium, fees and taxes stated there.',
    'The insured agrees to pay the total premium when it is due. If it is not paid, the policy may be cancelled after notice as required by state law.',
    'The insured agrees to tell the agency of changes to the building, its occupancy or its mortgage within a reasonable time, and to take reasonable care to protect the property before and after a loss.',
    'In the event of a loss the insured agrees to give prompt notice, to separate damaged from undamaged property, to keep records of what was lost, and to show the property as often as is reasonably asked.',
    'Either party may end this agreement as the policy form and the law of the state provide. Unearned premium is returned to the payer according to the cancellation reason; the policy fee is earned when coverage begins.',
    'The parties agree to sign electronically. A paper copy is sent on request, free of charge.',
  ]) {
    sheet.paragraph(term)
  }
  charges(sheet, facts)
  paymentSchedule(sheet, facts)
  sheet.signatures(signers)
  return sheet.finish()
}

/**
 * Renders the declarations page: coverages, limits and premium. It is not signed. Few headings are used so that a
 * typical policy fits on one page (DOC-7).
 */
export function renderDeclarationsPage(facts: PolicyDocumentData): Promise<ComposedPdf> {
  const sheet = new SheetWriter(head(facts, 'Declarations page'))
  const mortgagees = facts.lienholders.length > 0 ? facts.lienholders : ['No mortgagee listed.']
  parties(
    sheet,
    facts,
    mortgagees.map((lienholder) => ['Mortgagee', lienholder]),
  )
  sheet.facts(facts.property, { beside: true })
  coverages(sheet, facts)
  charges(sheet, facts)
  paymentSchedule(sheet, facts)
  sheet.closing(
    `This declarations page, issued ${formatEasternDate(facts.issuedAt)}, and the policy form together are your policy. Please review them and report any errors to your agency.`,
  )
  return sheet.finish()
}

export interface NoticeData {
  title: string
  /** Text in the footer of each page: "Policy RFL3000101". */
  reference: string
  facts: [label: string, value: string][]
  /** Tables below the text, with amounts in cents. */
  tables?: {
    title: string
    columns: string[]
    rows: { label: string; cents: number[] }[]
    total?: { label: string; cents: number[] }
  }[]
  paragraphs: string[]
  /** URL of the payment step. */
  payUrl?: string
  signers: Signer[]
  issuedAt: Date
}

/** Renders all other documents: state notices, cancellation requests, letters. */
export function renderNotice(notice: NoticeData): Promise<ComposedPdf> {
  const { title, reference, issuedAt } = notice
  const sheet = new SheetWriter({ title, reference, issuedAt })
  sheet.facts(notice.facts)
  for (const text of notice.paragraphs) sheet.paragraph(text)
  const printed = ({ label, cents }: { label: string; cents: number[] }) => [label, ...cents.map(formatDollars)]
  for (const { title, columns, rows, total } of notice.tables ?? []) {
    sheet.section(title)
    sheet.table(columns, rows.map(printed), total && printed(total))
  }
  if (notice.payUrl) {
    sheet.section('Pay online')
    sheet.paragraph(
      `Scan the code, or go to ${notice.payUrl}. Confirm the phone number and ZIP code on the policy to see what is due and pay it.`,
    )
    sheet.qrCode(notice.payUrl)
  }
  sheet.signatures(notice.signers)
  return sheet.finish()
}
