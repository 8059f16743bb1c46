import type { Kysely } from 'kysely'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import type { LockboxLayout } from './lockbox-layout.ts'
import type { NachaSettings } from './nacha-settings.ts'

/** Default settings. A row of the `settings` table with the same key overrides the default (AGY-3, UI-4). */
export const defaultSettings = {
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
  /** Agencies that may use Internal Endorse, and agencies that may also create mandatory endorsements (EBM, END-1). */
  internalEndorseAgencyNos: [] as string[],
  mandatoryEndorseAgencyNos: [] as string[],
  /** URL for editing an endorsement quote, in the portal or in another system (PRI-6). */
  'links.endorsement': '/endorsements/{quoteNumber}',
  /** Account with courier deposits at another bank, and the other bank's name (LBX-7). */
  'lockbox.courierAccountRef': '',
  'lockbox.courierBankName': '',
  /** Delay before the automatic review of a cancellation, in seconds (CAN-7). */
  'cancellation.reviewDelaySeconds': 60,
  /** Layouts of lockbox files, by bank name (LBX-1). */
  'lockbox.layouts': {} as Record<string, LockboxLayout>,
  /** Dollar amount above which a second person must agree before a check is applied (LBX-6). */
  'checks.secondPersonAbove': 50_000,
  /** Dollar amount above which a cancellation refund is put on hold for review (REF-2). */
  'refunds.reviewAbove': 25_000,
  /** Dollar amount above which a second person must approve a commission payout. */
  'payouts.secondPersonAbove': 50_000,
  /** The bank's requirements for ACH files of commission payouts. If null, ACH files cannot be created. */
  'payouts.nacha': null as NachaSettings | null,
  /** Number of days for which staff can accept a late payment's reinstatement offer (DEL-20). */
  'reinstatement.offerDays': 30,
  /** Number of business days within which staff decide a mortgagee change request (POL-20). */
  'mortgageeChanges.businessDays': 5,
  /** Maximum balance or credit that may be written off, in dollars (ADR 37). */
  'writeOffs.upTo': 5,
  /** Whether auto-pay charges installments and endorsements. Turn it off to pause all automatic charges (AUT-11). */
  'autoPay.charges': true,
  /**
   * Whether terms are renewed and expiry notices are sent automatically. Turn it off while policies are imported from
   * another system.
   */
  'renewals.automatic': false,
  /**
   * Whether the daily summary of pending items (digest) is emailed (ADR 42). `digest.hour` is the earliest hour for it
   * in the recipient's time zone.
   */
  'digest.enabled': false,
  'digest.hour': 7,
  /**
   * Whether staff and agents must log in with two-factor authentication. Sessions without it end at their next refresh.
   */
  'secondFactor.staff': false,
  'secondFactor.agents': false,
  /**
   * Number of days for which data is kept: events, the webhook delivery log, and ended data, such as expired sessions
   * and links.
   */
  'retention.eventDays': 90,
  'retention.deliveryDays': 30,
  'retention.endedDays': 90,
}

export type Settings = typeof defaultSettings

const cache = new WeakMap<Kysely<DB>, { at: number; settings: Settings }>()
const cacheMs = 5_000

/** Clears this process's cached settings of a database. */
export const clearSettingsCache = (db: Kysely<DB>): void => {
  cache.delete(db)
}

/**
 * Returns the settings that this process last read, or the defaults before the first read. Does not query the database.
 */
export const getCachedSettings = (db: Kysely<DB>): Settings => cache.get(db)?.settings ?? defaultSettings

/** Returns all settings. Reads them from the database at most once every five seconds. */
export async function readSettings(db: Kysely<DB>, now: Date): Promise<Settings> {
  const known = cache.get(db)
  if (known && now.getTime() - known.at < cacheMs) return known.settings
  const rows = await executePrepared(db, db.selectFrom('settings').select(['key', 'value']))
  const settings = { ...defaultSettings, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  cache.set(db, { at: now.getTime(), settings })
  return settings
}
/**
 * Returns the maximum balance that can be written off, in cents. Past-due balances up to this amount do not put a
 * renewal on hold or cause a cancellation.
 */
export const readWriteOffLimitCents = async (db: Kysely<DB>, now: Date): Promise<number> =>
  Math.round((await readSettings(db, now))['writeOffs.upTo'] * 100)
