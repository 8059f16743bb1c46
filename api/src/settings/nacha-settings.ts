/** The values that the bank requires in the records of an ACH file, from the settings. */
export interface NachaSettings {
  /** The bank's routing number and name. */
  immediateDestination: string
  immediateDestinationName: string
  /** The number that the bank assigned to the company: ten characters. */
  immediateOrigin: string
  immediateOriginName: string
  companyName: string
  companyId: string
  /** CCD for payments to companies, PPD for payments to people. */
  secCode: 'CCD' | 'PPD'
  entryDescription: string
  lineEnding: 'CRLF' | 'LF'
  /** Whether the file is padded with lines of nines to a multiple of ten records. */
  fillsBlocks: boolean
}
