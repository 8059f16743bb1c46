import type { AdminAgencyWrite, AgencyDetailInfo } from '@tideline/sdk/types'
import type { Updateable } from 'kysely'
import type { Agency } from '../db/schema.ts'
import { toCents } from '../http/money.ts'

/**
 * Agency fields that the agency form can change, excluding encrypted numbers and the parent agency. Omitted fields stay
 * unchanged (API-6).
 */
export type AgencyForm = Partial<Omit<AgencyDetailInfo, 'eoLimit'>> & {
  eoLimit?: AdminAgencyWrite['eoLimit'] | undefined
}

/** Default E&O limit in cents ($10,000,000). */
const defaultLimitCents = 1_000_000_000

type Columns = Updateable<Agency>

/** Converts a form to columns. Undefined columns stay unchanged. */
export const toAgencyColumns = (form: AgencyForm): { [Column in keyof Columns]: Columns[Column] | undefined } => ({
  type: form.type,
  status: form.status,
  company: form.company?.trim(),
  addr1: form.addr1,
  addr2: form.addr2,
  city: form.city,
  state: form.state,
  zip: form.zip,
  phone: form.phone,
  fax: form.fax,
  email: form.email,
  notes: form.notes,
  mailing_addr1: form.mailingAddr1,
  mailing_addr2: form.mailingAddr2,
  mailing_city: form.mailingCity,
  mailing_state: form.mailingState,
  mailing_zip: form.mailingZip,
  primary_contact_id: form.primaryContactId,
  bank_remote_reference: form.bankRemoteReference,
  bank_name: form.bankName,
  bank_addr1: form.bankAddr1,
  bank_addr2: form.bankAddr2,
  bank_city: form.bankCity,
  bank_state: form.bankState,
  bank_zip: form.bankZip,
  bank_phone: form.bankPhone,
  bank_contact: form.bankContact,
  bank_email: form.bankEmail,
  bank_notes: form.bankNotes,
  eo_insurer: form.eoInsurer,
  eo_policy_number: form.eoPolicyNumber,
  eo_limit_cents:
    form.eoLimit === undefined
      ? undefined
      : form.eoLimit === null
        ? defaultLimitCents
        : toCents(form.eoLimit, 'eoLimit'),
  eo_expiration: form.eoExpiration,
})

/** Returns the columns that are not undefined. Keeps null, which clears a column. */
export const omitUndefinedColumns = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Column in keyof Columns]?: Exclude<Columns[Column], undefined>
  }
