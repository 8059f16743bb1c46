import type { Insertable, Selectable } from 'kysely'
import type { PolicyTransaction } from '../db/schema.ts'
import type { QuoteApplication } from './quote-row.ts'

type MailingAddress = QuoteApplication['mailingAddress']

/**
 * Returns the mailing address of a transaction. Returns the property address if the transaction has no mailing address.
 */
export const getMailingAddress = (row: Selectable<PolicyTransaction>): MailingAddress => ({
  addr1: row.mailing_addr1 ?? row.addr1 ?? '',
  addr2: row.mailing_addr1 === null ? row.addr2 : row.mailing_addr2,
  city: row.mailing_city ?? row.city ?? '',
  state: row.mailing_state ?? row.state ?? '',
  zip: row.mailing_zip ?? row.zip ?? '',
})

const comparable = ({ addr1, addr2, city, state, zip }: MailingAddress) =>
  JSON.stringify([addr1.trim(), addr2?.trim() || null, city.trim(), state, zip])

export const isSameMailingAddress = (one: MailingAddress, other: MailingAddress) =>
  comparable(one) === comparable(other)

export const toMailingAddressColumns = (address: MailingAddress): Partial<Insertable<PolicyTransaction>> => ({
  mailing_addr1: address.addr1,
  mailing_addr2: address.addr2 ?? null,
  mailing_city: address.city,
  mailing_state: address.state,
  mailing_zip: address.zip,
})
