/** ACH file settings that the bank requires, such as the number that it assigned to the company. */
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
  /** Whether to add filler lines of nines (NACHA padding) until the number of records is a multiple of ten. */
  fillsBlocks: boolean
}
