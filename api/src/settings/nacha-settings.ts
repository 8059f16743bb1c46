/** Values for the records of an ACH file that the bank requires, from the settings. */
export interface NachaSettings {
  /** Routing number and name of the bank. */
  immediateDestination: string
  immediateDestinationName: string
  /** Ten-character number that the bank assigned to the company. */
  immediateOrigin: string
  immediateOriginName: string
  companyName: string
  companyId: string
  /** Entry class: CCD for payments to companies, PPD for payments to people. */
  secCode: 'CCD' | 'PPD'
  entryDescription: string
  lineEnding: 'CRLF' | 'LF'
  /** Whether lines of nines are added until the number of records is a multiple of ten. */
  fillsBlocks: boolean
}
