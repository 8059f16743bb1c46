import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { LockboxLayout } from './lockbox-layout.ts'
import type { NachaSettings } from './nacha-settings.ts'

/** The default settings. A table row with the same key overrides the default (AGY-3, UI-4). */
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
  /** Agencies that may apply a check in the wizard (PAY-12). */
  applyCheckAgentNos: [] as string[],
  /** Agencies that may use Internal Endorse, and the ones among them that may use EBM (END-1). */
  internalEndorseAgencyNos: [] as string[],
  mandatoryEndorseAgencyNos: [] as string[],
  /** The URL for editing an endorsement quote, in the portal or in another system (PRI-6). */
  'links.endorsement': '/endorsements/{quoteNumber}',
  /** The account whose courier deposits go to another bank, and the name of that bank (LBX-7). */
  'lockbox.courierAccountRef': '',
  'lockbox.courierBankName': '',
  /** Delay before the review of a cancellation that needs no decision by staff (CAN-7), in seconds. */
  'cancellation.reviewDelaySeconds': 60,
  /** The layouts of lockbox files, by bank name (LBX-1). */
  'lockbox.layouts': {} as Record<string, LockboxLayout>,
  /** Checks above this amount, in dollars, are applied only when a second person agrees (LBX-6). */
  'checks.secondPersonAbove': 50_000,
  /** Refunds of cancellations above this amount, in dollars, are put on hold for review (REF-2). */
  'refunds.reviewAbove': 25_000,
  /** Commission payouts above this amount, in dollars, need the approval of a second person. */
  'payouts.secondPersonAbove': 50_000,
  /** The bank's requirements for the ACH file of a commission payout. Without them there is no such file. */
  'payouts.nacha': null as NachaSettings | null,
  /** The largest balance or credit that may be written off (ADR 37), in dollars. */
  'writeOffs.upTo': 5,
  /**
   * Whether terms renew and expiration is announced automatically. Off while a book is imported from another system.
   */
  'renewals.automatic': false,
  /** Whether the daily digest is emailed, and from which hour in the recipient's time zone (ADR 42). */
  'digest.enabled': false,
  'digest.hour': 7,
  /** Who must log in with two-factor authentication. Sessions without it end when they are renewed. */
  'secondFactor.staff': false,
  'secondFactor.agents': false,
  /** How long events, the delivery log, and expired sessions, links and messages are kept, in days. */
  'retention.eventDays': 90,
  'retention.deliveryDays': 30,
  'retention.endedDays': 90,
}

export type Settings = typeof defaults

const cache = new WeakMap<Kysely<DB>, { at: number; settings: Settings }>()
const cacheMs = 5_000

/** Clears the settings that this process has cached for a database. */
export const clearSettingsCache = (db: Kysely<DB>): void => {
  cache.delete(db)
}

/** Returns the settings that this process read last, without a query, or the defaults before the first read. */
export const getCachedSettings = (db: Kysely<DB>): Settings => cache.get(db)?.settings ?? defaults

/** Returns all settings. They are read from the database at most every five seconds. */
export async function readSettings(db: Kysely<DB>, now: Date): Promise<Settings> {
  const known = cache.get(db)
  if (known && now.getTime() - known.at < cacheMs) return known.settings
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const settings = { ...defaults, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  cache.set(db, { at: now.getTime(), settings })
  return settings
}
