import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { LockboxLayout } from './lockbox-layout.ts'
import type { NachaSettings } from './nacha-settings.ts'

/** Settings with their defaults; a row of the table with the same key takes the default's place (AGY-3, UI-4). */
export const defaults = {
  brand: 'Tideline',
  supportEmail: 'support@example.com',
  supportPhone: '800-555-0199',
  banner: null as string | null,
  'links.agentPortal': '/login',
  'links.quoting': '/policies',
  'links.agencyDetails': '/api/v1/agencies/AgencyDetailsForPolicy/{agencyNo}',
  'features.jumpstart': true,
  'features.nonRenewal': true,
  'features.bulkUpload': true,
  'chat.enabled': false,
  'chat.scriptUrl': null as string | null,
  'map.tileUrl': null as string | null,
  'map.imageryUrl': null as string | null,
  'map.attribution': '',
  /** Agents who may apply a check in the wizard (PAY-12). */
  applyCheckAgentNos: [] as string[],
  /** Agencies that may use Internal Endorse, and those of them that may use EBM (END-1). */
  internalEndorseAgencyNos: [] as string[],
  mandatoryEndorseAgencyNos: [] as string[],
  /** Where an endorsement quote is edited: the portal's own editor, or another system's (PRI-6). */
  'links.endorsement': '/endorsements/{quoteNumber}',
  /** A courier deposit to this account goes to the bank named beside it (LBX-7). */
  'lockbox.courierAccountRef': '',
  'lockbox.courierBankName': '',
  /** How long a cancellation that needs nobody's word waits for its review (CAN-7), in seconds. */
  'cancellation.reviewDelaySeconds': 60,
  /** How banks write their lockbox files, by the bank's name (LBX-1). */
  'lockbox.layouts': {} as Record<string, LockboxLayout>,
  /** A check above it is applied when two people want the same (LBX-6), in dollars. */
  'checks.secondPersonAbove': 50_000,
  /** A cancellation's refund above it waits for a review (REF-2), in dollars. */
  'refunds.reviewAbove': 25_000,
  /** A commission payout above it needs the approval of a second person, in dollars. */
  'payouts.secondPersonAbove': 50_000,
  /** How the bank wants the ACH file of a commission payout; without it there is no such file. */
  'payouts.nacha': null as NachaSettings | null,
  /** Most that may be written off of what a policy owes or holds (ADR 37), in dollars. */
  'writeOffs.upTo': 5,
  /** Terms renew, and tell of their end, by themselves; off while a book is brought in from elsewhere. */
  'renewals.automatic': false,
  /** The daily mail of what waits, and from which hour of the reader's day on it goes out (ADR 42). */
  'digest.enabled': false,
  'digest.hour': 7,
  /** Who has to have a second factor to log in; sessions without one end when they are renewed. */
  'secondFactor.staff': false,
  'secondFactor.agents': false,
  /** How long events, the log of deliveries, and sign-ins, links and messages that have ended are kept, in days. */
  'retention.eventDays': 90,
  'retention.deliveryDays': 30,
  'retention.endedDays': 90,
}

export type Settings = typeof defaults

const cache = new WeakMap<Kysely<DB>, { at: number; settings: Settings }>()
const rememberedMs = 5_000

/** What this process remembers of a database's settings is true no more. */
export const clearSettingsCache = (db: Kysely<DB>): void => {
  cache.delete(db)
}

/** The settings as this process read them last, without asking; the defaults before. */
export const lastSettings = (db: Kysely<DB>): Settings => cache.get(db)?.settings ?? defaults

/** Every setting. Read from the database at most every five seconds. */
export async function readSettings(db: Kysely<DB>, now: Date): Promise<Settings> {
  const known = cache.get(db)
  if (known && now.getTime() - known.at < rememberedMs) return known.settings
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const settings = { ...defaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  cache.set(db, { at: now.getTime(), settings })
  return settings
}
