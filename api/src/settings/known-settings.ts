import { z } from 'zod'
import type { Column, LockboxLayout } from './lockbox-layout.ts'
import type { NachaSettings } from './nacha-settings.ts'
import { defaults, type Settings } from './settings.ts'

type Kind = 'text' | 'number' | 'flag' | 'list' | 'json'

/** What a superuser may make of a setting, and how the back office tells it. */
export interface Known<Value = unknown> {
  kind: Kind
  description: string
  /** Public settings reach every browser, logged in or not. */
  isPublic: boolean
  takes: z.ZodType<Value>
  /** What `takes` takes, in words that follow "has to be" (API-7). */
  rule: string
  /** Which change needs a second superuser: disabling a protection, or raising a limit. Absent: none. */
  secondPerson?: 'disable' | 'raise'
}

type Told = Pick<Known, 'description'> & { isPublic?: boolean }

const line = z.string().trim().min(1).max(200)
const text = ({ description, isPublic = true }: Told): Known<string> => ({
  ...{ kind: 'text', description, isPublic, takes: line, rule: 'a text of 1 to 200 characters' },
})
const optionalText = ({ description, isPublic = true }: Told): Known<string> => ({
  ...{ kind: 'text', description, isPublic, takes: z.string().trim().max(200), rule: 'a text of up to 200 characters' },
})
const flag = ({ description }: Told): Known<boolean> => ({
  ...{ kind: 'flag', description, isPublic: true, takes: z.boolean(), rule: 'true or false' },
})
const privateFlag = ({ description }: Told): Known<boolean> => ({ ...flag({ description }), isPublic: false })
const address = z.url({ protocol: /^https$/ }).max(2000)
const optionalAddress = ({ description }: Told): Known<string | null> => ({
  ...{ kind: 'text', description, isPublic: true, takes: address.nullable() },
  rule: 'an address that begins with https://, or nothing',
})
const link = ({ description }: Told): Known<string> => ({
  ...{ kind: 'text', description, isPublic: true },
  takes: z.union([z.string().regex(/^\/(?!\/)\S*$/), address]).pipe(z.string().max(2000)),
  rule: 'an address of this system that begins with /, or one that begins with https://',
})
const agencies = ({ description }: Told): Known<string[]> => ({
  ...{ kind: 'list', description, isPublic: false, takes: z.array(z.string().regex(/^\d{6}$/)).max(1000) },
  rule: 'a list of agency numbers of six digits, for example 100100',
})
const dollars = ({ description }: Told): Known<number> => ({
  ...{ kind: 'number', description, isPublic: false },
  takes: z.number().min(0).max(10_000_000).multipleOf(0.01),
  rule: 'an amount in dollars from 0 to 10,000,000, for example 25000',
})

const days = ({ description, from }: Told & { from: number }): Known<number> => ({
  ...{ kind: 'number', description, isPublic: false },
  takes: z.number().int().min(from).max(3650),
  rule: `a whole number of days from ${from} to 3,650`,
})

const column: z.ZodType<Column> = z.tuple([z.number().int().min(1).max(1000), z.number().int().min(1).max(1000)])
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

/** Every setting there is. What is not here cannot be set: nobody would read it. */
export const knownSettings: { [Key in keyof Settings]: Known<Settings[Key]> } = {
  brand: text({ description: 'The name of the house, on every page, paper and mail.' }),
  supportEmail: {
    ...text({ description: 'Shown wherever a person may need help.' }),
    takes: z.email().max(200),
    rule: 'an email address, for example support@example.com',
  },
  supportPhone: {
    ...text({ description: 'Shown beside the support email.' }),
    takes: z.string().regex(/^\d{3}-\d{3}-\d{4}$/),
    rule: 'a telephone number, for example 800-555-0199',
  },
  banner: {
    ...{ kind: 'text', description: 'A notice above every page; nothing shows none.', isPublic: true },
    takes: line.nullable(),
    rule: 'a text of up to 200 characters, or nothing',
  },
  'links.agentPortal': link({ description: 'Where agents log in.' }),
  'links.quoting': link({ description: 'Where an agent begins a quote.' }),
  'links.agencyDetails': link({ description: 'Where an agency is looked up; {agencyNo} stands for its number.' }),
  'features.jumpstart': flag({ description: 'Whether earthquake policies of the parametric kind are offered.' }),
  'features.nonRenewal': flag({ description: 'Whether earthquake policies can be marked not to renew.' }),
  'features.bulkUpload': flag({ description: 'Whether policies can be imported from a file.' }),
  'chat.enabled': flag({ description: 'Whether the chat assistant is loaded.' }),
  'chat.scriptUrl': optionalAddress({ description: 'Where the chat assistant is loaded from.' }),
  'map.tileUrl': optionalAddress({ description: 'Tiles of the map, with {z}, {x} and {y}; nothing draws it locally.' }),
  'map.imageryUrl': optionalAddress({ description: 'Tiles of satellite imagery, with {z}, {x} and {y}.' }),
  'map.attribution': optionalText({ description: 'What the provider of the map wants to be named as.' }),
  applyCheckAgentNos: agencies({ description: 'Agencies that may apply a check in the wizard.' }),
  internalEndorseAgencyNos: agencies({ description: 'Agencies with Internal Endorse.' }),
  mandatoryEndorseAgencyNos: agencies({ description: 'Agencies that may choose a mandatory endorsement (EBM).' }),
  'links.endorsement': link({
    description: 'Where an endorsement quote is edited; {quoteNumber} stands for its number.',
  }),
  'lockbox.courierAccountRef': optionalText({
    ...{ description: 'The account whose courier deposits go to another bank.', isPublic: false },
  }),
  'lockbox.courierBankName': optionalText({ description: 'That bank.', isPublic: false }),
  'cancellation.reviewDelaySeconds': {
    ...{ kind: 'number', isPublic: false },
    description: 'How long a cancellation that needs nobody’s word waits for its review, in seconds.',
    takes: z.number().int().min(0).max(2_592_000),
    rule: 'a whole number of seconds from 0 to 2,592,000 (30 days)',
  },
  'lockbox.layouts': {
    ...{ kind: 'json', isPublic: false },
    description: 'How banks write their lockbox files, by the bank’s name: each column as [first, width].',
    takes: z.record(z.string().min(1).max(100), layout),
    rule: 'an object of layouts by bank, each with file, lockbox, check, remittance, batchTotal, lockboxTotal and trailer',
  },
  'checks.secondPersonAbove': {
    ...dollars({
      description: 'A check above it is applied when two people want the same, in dollars.',
    }),
    secondPerson: 'raise',
  },
  'refunds.reviewAbove': {
    ...dollars({
      description: 'A refund above it, of a cancellation or by hand, waits for a review, in dollars.',
    }),
    secondPerson: 'raise',
  },
  'payouts.secondPersonAbove': {
    ...dollars({
      description: 'A commission payout above this amount needs the approval of a second person, in dollars.',
    }),
    secondPerson: 'raise',
  },
  'payouts.nacha': {
    ...{ kind: 'json', isPublic: false },
    description:
      'The bank, the company and the layout of the ACH file of a commission payout; nothing turns the file off.',
    takes: nacha.nullable(),
    rule: 'an object with immediateDestination, immediateDestinationName, immediateOrigin, immediateOriginName, companyName, companyId, secCode (CCD or PPD), entryDescription, lineEnding (CRLF or LF) and fillsBlocks, or nothing',
  },
  'writeOffs.upTo': {
    ...{ kind: 'number', isPublic: false, secondPerson: 'raise' },
    description: 'A small balance that is owed or held is written off up to this amount, in dollars.',
    takes: z.number().min(0).max(100).multipleOf(0.01),
    rule: 'an amount in dollars from 0 to 100, for example 5',
  },
  'secondFactor.staff': {
    ...privateFlag({
      description: 'Whether staff log in with a code besides the password; who has none sets it up at the next log-in.',
    }),
    secondPerson: 'disable',
  },
  'secondFactor.agents': {
    ...privateFlag({
      description:
        'Whether agents log in with a code besides the password; who has none sets it up at the next log-in.',
    }),
    secondPerson: 'disable',
  },
  'digest.enabled': privateFlag({
    description: 'Whether agents and staff are mailed each morning what waits for them; each may turn it off.',
  }),
  'digest.hour': {
    ...{ kind: 'number', isPublic: false },
    description: 'From which hour on the mail of what waits goes out, where the agency is; staff in Eastern time.',
    takes: z.number().int().min(0).max(23),
    rule: 'a whole hour from 0 to 23, for example 7',
  },
  'renewals.automatic': privateFlag({
    description:
      'Terms renew 45 days before they end, are charged when they fall due to who opted in, and tell of their end, by themselves.',
  }),
  'retention.eventDays': days({
    ...{ description: 'How long events can be read and sent again, in days.', from: 14 },
  }),
  'retention.deliveryDays': days({
    ...{ description: 'How long the log tells of deliveries to addresses, in days.', from: 7 },
  }),
  'retention.endedDays': days({
    description: 'How long sign-ins, links, codes and messages of Stripe are kept after they have ended, in days.',
    from: 30,
  }),
}

export type SettingKey = keyof Settings

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(defaults, key)
