import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Adds values for lists that the specification mentions but does not define (LBX-7), and the lockbox address. */
export async function seedSettings(trx: Transaction<DB>): Promise<void> {
  const rows: [key: string, value: unknown, description: string][] = [
    ['applyCheckAgentNos', ['100100', '100110', '100200', '100300'], 'Agencies that may apply a check in the wizard'],
    [
      'internalEndorseAgencyNos',
      ['100100', '100110', '100120', '100200', '100300', '100400'],
      'Agencies with Internal Endorse',
    ],
    ['mandatoryEndorseAgencyNos', ['100100', '100200'], 'Agencies that can select mandatory endorsements'],
    ['lockbox.courierAccountRef', 'TDL-OPERATING-2', 'Account with courier deposits at another bank'],
    ['lockbox.courierBankName', 'Sample Courier Bank', 'That bank'],
    [
      'payouts.nacha',
      {
        ...{ immediateDestination: '110000000', immediateDestinationName: 'Example Bank' },
        ...{ immediateOrigin: '1591234567', immediateOriginName: 'Tideline' },
        ...{ companyName: 'Tideline', companyId: '1591234567', secCode: 'CCD', entryDescription: 'Commission' },
        ...{ lineEnding: 'CRLF', fillsBlocks: true },
      },
      'The bank, the company and the layout of the ACH file of a commission payout',
    ],
  ]
  await trx
    .insertInto('settings')
    .values(rows.map(([key, value, description]) => ({ key, value: JSON.stringify(value), description })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await trx
    .insertInto('lockbox_addresses')
    .values({
      lbx_name: 'Tideline Premium Lockbox',
      lbx_address1: 'PO Box 555010',
      lbx_city: 'Tampa',
      lbx_state: 'FL',
      lbx_zip: '33655',
      lbx_courier_address1: '55 Demo Courier Way',
      lbx_courier_address2: 'Lockbox 555010',
      lbx_courier_city: 'Tampa',
      lbx_courier_state: 'FL',
      lbx_courier_zip: '33634',
      deposit_to_account_ref: 'TDL-OPERATING-1',
    })
    .execute()
}
