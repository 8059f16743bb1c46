import { z } from 'zod'
import type { ColumnRange, LockboxLayout } from './lockbox-layout.ts'
import type { NachaSettings } from './nacha-settings.ts'
import { defaultSettings, type Settings } from './settings.ts'

type Kind = 'text' | 'number' | 'flag' | 'list' | 'json'

/** Allowed values of a setting and its description in the back office. */
export interface SettingDefinition<Value = unknown> {
  kind: Kind
  description: string
  /** Whether the setting is sent to every browser, even before log-in. */
  isPublic: boolean
  schema: z.ZodType<Value>
  /** Description of the allowed values. It follows "must be" in the error message for other values (API-7). */
  rule: string
  /**
   * Type of change that a second superuser must approve: `disable` turns off a protection, `raise` raises a limit, `any`
   * is every change, because the setting can redirect money or log-ins, or load a script on every page (ACC-20). Absent
   * if no change needs approval.
   */
  secondPerson?: 'disable' | 'raise' | 'any'
}

type DefinitionOptions = Pick<SettingDefinition, 'description'> & { isPublic?: boolean }

const line = z.string().trim().min(1).max(200)
const text = ({ description, isPublic = true }: DefinitionOptions): SettingDefinition<string> => ({
  ...{ kind: 'text', description, isPublic, schema: line, rule: 'text of 1 to 200 characters' },
})
const optionalText = ({ description, isPublic = true }: DefinitionOptions): SettingDefinition<string> => ({
  ...{ kind: 'text', description, isPublic, schema: z.string().trim().max(200), rule: 'text of up to 200 characters' },
})
const flag = ({ description }: DefinitionOptions): SettingDefinition<boolean> => ({
  ...{ kind: 'flag', description, isPublic: true, schema: z.boolean(), rule: 'true or false' },
})
const privateFlag = ({ description }: DefinitionOptions): SettingDefinition<boolean> => ({
  ...flag({ description }),
  isPublic: false,
})
const address = z.url({ protocol: /^https$/ }).max(2000)
const optionalAddress = ({ description }: DefinitionOptions): SettingDefinition<string | null> => ({
  ...{ kind: 'text', description, isPublic: true, schema: address.nullable() },
  rule: 'a URL that begins with https://, or blank',
})
const link = ({ description }: DefinitionOptions): SettingDefinition<string> => ({
  ...{ kind: 'text', description, isPublic: true },
  schema: z.union([z.string().regex(/^\/(?!\/)\S*$/), address]).pipe(z.string().max(2000)),
  rule: 'a path that begins with /, or a URL that begins with https://',
})
const agencies = ({ description }: DefinitionOptions): SettingDefinition<string[]> => ({
  ...{ kind: 'list', description, isPublic: false, schema: z.array(z.string().regex(/^\d{6}$/)).max(1000) },
  rule: 'a list of agency numbers of six digits, for example 100100',
})
const dollars = ({ description }: DefinitionOptions): SettingDefinition<number> => ({
  ...{ kind: 'number', description, isPublic: false },
  schema: z.number().min(0).max(10_000_000).multipleOf(0.01),
  rule: 'an amount in dollars from 0 to 10,000,000, for example 25000',
})

const days = ({ description, from }: DefinitionOptions & { from: number }): SettingDefinition<number> => ({
  ...{ kind: 'number', description, isPublic: false },
  schema: z.number().int().min(from).max(3650),
  rule: `a whole number of days from ${from} to 3,650`,
})

/** Requires a second superuser's approval for every change of a setting. */
const needsApproval = <Value>(definition: SettingDefinition<Value>): SettingDefinition<Value> => ({
  ...definition,
  secondPerson: 'any',
})

const column: z.ZodType<ColumnRange> = z.tuple([z.number().int().min(1).max(1000), z.number().int().min(1).max(1000)])
const layout = z.strictObject({
  file: z.strictObject({ date: column }),
  lockbox: z.strictObject({ lockboxNo: column, date: column }),
  check: z.strictObject({ batch: column, item: column, amount: column, checkNo: column }),
  remittance: z.strictObject({
    ...{ reference: column, payer: column },
    ...{ batch: column.exactOptional(), item: column.exactOptional(), sequence: column.exactOptional() },
  }),
  batchTotal: z.strictObject({
    ...{ batch: column, count: column, amount: column },
    ...{ lockboxNo: column.exactOptional(), date: column.exactOptional() },
  }),
  lockboxTotal: z.strictObject({
    ...{ count: column, amount: column, lockboxNo: column.exactOptional(), date: column.exactOptional() },
  }),
  trailer: z.strictObject({ lines: column }),
}) satisfies z.ZodType<LockboxLayout>

const ascii = (most: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]*$/)
    .trim()
    .min(1)
    .max(most)
const nacha = z.strictObject({
  immediateDestination: z.string().regex(/^\d{9}$/),
  immediateDestinationName: ascii(23),
  immediateOrigin: z.string().regex(/^[0-9A-Z]{9,10}$/),
  immediateOriginName: ascii(23),
  companyName: ascii(16),
  companyId: z.string().regex(/^[0-9A-Z]{10}$/),
  secCode: z.enum(['CCD', 'PPD']),
  entryDescription: ascii(10),
  lineEnding: z.enum(['CRLF', 'LF']),
  fillsBlocks: z.boolean(),
}) satisfies z.ZodType<NachaSettings>

/** Definitions of all settings. Other keys are rejected. */
export const settingDefinitions: { [Key in keyof Settings]: SettingDefinition<Settings[Key]> } = {
  brand: text({ description: 'Brand name on every page, document and email.' }),
  supportEmail: {
    ...text({ description: 'Support email shown on every help link.' }),
    schema: z.email().max(200),
    rule: 'an email address, for example support@example.com',
  },
  supportPhone: {
    ...text({ description: 'Support phone shown next to the support email.' }),
    schema: z.string().regex(/^\d{3}-\d{3}-\d{4}$/),
    rule: 'a phone number, for example 800-555-0199',
  },
  banner: {
    ...{ kind: 'text', description: 'Banner on every page. Leave blank for none.', isPublic: true },
    schema: line.nullable(),
    rule: 'text of up to 200 characters, or blank',
  },
  'links.agentPortal': needsApproval(link({ description: 'URL where agents log in.' })),
  'links.quoting': needsApproval(link({ description: 'URL where agents start a quote.' })),
  'links.agencyDetails': needsApproval(
    link({ description: 'URL of an agency lookup. {agencyNo} is replaced by the agency number.' }),
  ),
  'features.jumpstart': flag({ description: 'Whether parametric earthquake policies are offered.' }),
  'features.nonRenewal': flag({ description: 'Whether earthquake policies can be non-renewed.' }),
  'features.bulkUpload': flag({ description: 'Whether policies can be imported from a file.' }),
  'chat.enabled': flag({ description: 'Whether the chat assistant is shown.' }),
  'chat.scriptUrl': needsApproval(optionalAddress({ description: 'URL of the chat assistant’s script.' })),
  'map.tileUrl': optionalAddress({
    description: 'Map tile URL with {z}, {x} and {y}. Leave blank to draw the map locally.',
  }),
  'map.imageryUrl': optionalAddress({ description: 'Satellite tile URL with {z}, {x} and {y}.' }),
  'map.attribution': optionalText({ description: 'Attribution required by the map provider.' }),
  applyCheckAgentNos: needsApproval(agencies({ description: 'Agencies that can apply a check in the wizard.' })),
  internalEndorseAgencyNos: needsApproval(agencies({ description: 'Agencies with Internal Endorse.' })),
  mandatoryEndorseAgencyNos: needsApproval(
    agencies({ description: 'Agencies that can create a mandatory endorsement (EBM).' }),
  ),
  'links.endorsement': needsApproval(
    link({ description: 'URL where an endorsement quote is edited. {quoteNumber} is replaced by the quote number.' }),
  ),
  'lockbox.courierAccountRef': needsApproval(
    optionalText({
      description: 'Deposit account that uses a different bank for courier deliveries.',
      isPublic: false,
    }),
  ),
  'lockbox.courierBankName': needsApproval(optionalText({ description: 'Name of the courier bank.', isPublic: false })),
  'cancellation.reviewDelaySeconds': {
    ...{ kind: 'number', isPublic: false },
    description: 'Delay before an auto-approved cancellation is finalized, in seconds.',
    schema: z.number().int().min(0).max(2_592_000),
    rule: 'a whole number of seconds from 0 to 2,592,000 (30 days)',
  },
  'lockbox.layouts': {
    ...{ kind: 'json', isPublic: false, secondPerson: 'any' },
    description: 'Lockbox file layout of each bank: each column as [first, width].',
    schema: z.record(z.string().min(1).max(100), layout),
    rule: 'an object of layouts by bank, each with file, lockbox, check, remittance, batchTotal, lockboxTotal and trailer',
  },
  'checks.secondPersonAbove': {
    ...dollars({
      description: 'Amount in dollars. Two people must apply a check above it.',
    }),
    secondPerson: 'raise',
  },
  'refunds.reviewAbove': {
    ...dollars({
      description: 'Amount in dollars. Staff must review a refund above it.',
    }),
    secondPerson: 'raise',
  },
  'payouts.secondPersonAbove': {
    ...dollars({
      description: 'Amount in dollars. A second person must approve a commission payout above it.',
    }),
    secondPerson: 'raise',
  },
  'payouts.nacha': {
    ...{ kind: 'json', isPublic: false, secondPerson: 'any' },
    description: 'Bank, company and layout of the ACH file for commission payouts. Leave blank to disable the file.',
    schema: nacha.nullable(),
    rule: 'an object with immediateDestination, immediateDestinationName, immediateOrigin, immediateOriginName, companyName, companyId, secCode (CCD or PPD), entryDescription, lineEnding (CRLF or LF) and fillsBlocks, or nothing',
  },
  'reinstatement.offerDays': days({
    description:
      'How long a payment that arrives after a cancellation for nonpayment is on hold for a reinstatement, in days.',
    from: 1,
  }),
  'mortgageeChanges.businessDays': days({
    description: 'How long staff have to decide a mortgagee change request, in business days (Monday to Friday).',
    from: 1,
  }),
  'writeOffs.upTo': {
    ...{ kind: 'number', isPublic: false, secondPerson: 'raise' },
    description: 'Amount in dollars. Balances and credits up to it can be written off.',
    schema: z.number().min(0).max(100).multipleOf(0.01),
    rule: 'an amount in dollars from 0 to 100, for example 5',
  },
  'secondFactor.staff': {
    ...privateFlag({
      description:
        'Whether staff must use two-factor authentication. Staff who have not set it up must do so at their next log-in.',
    }),
    secondPerson: 'disable',
  },
  'secondFactor.agents': {
    ...privateFlag({
      description:
        'Whether agents must use two-factor authentication. Agents who have not set it up must do so at their next log-in.',
    }),
    secondPerson: 'disable',
  },
  'digest.enabled': privateFlag({
    description: 'Whether agents and staff receive a daily summary email. Each person can turn it off.',
  }),
  'digest.hour': {
    ...{ kind: 'number', isPublic: false },
    description: 'Hour at which the daily summary is sent, in the agency’s time zone; Eastern time for staff.',
    schema: z.number().int().min(0).max(23),
    rule: 'a whole hour from 0 to 23, for example 7',
  },
  'autoPay.charges': privateFlag({
    description:
      'Whether auto-pay charges installments and endorsements. While it is off, nothing is charged or announced, and policyholders receive invoices and reminders. Charges that are more than 7 days late are not made.',
  }),
  'renewals.automatic': privateFlag({
    description:
      'Whether terms renew automatically 45 days before they expire, including auto-pay charges and expiration notices.',
  }),
  'retention.eventDays': days({
    ...{ description: 'How long events can be read and resent, in days.', from: 14 },
  }),
  'retention.deliveryDays': days({
    ...{ description: 'How long webhook deliveries are logged, in days.', from: 7 },
  }),
  'retention.endedDays': days({
    description: 'How long expired sessions, links, codes and Stripe events are kept, in days.',
    from: 30,
  }),
}

export type SettingKey = keyof Settings

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(defaultSettings, key)
