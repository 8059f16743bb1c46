/** What the bank wants in the records of an ACH file, as the settings have it. */
export interface NachaSettings {
  /** The bank's routing number, and its name. */
  immediateDestination: string
  immediateDestinationName: string
  /** The number that the bank assigned to the company: ten characters. */
  immediateOrigin: string
  immediateOriginName: string
  companyName: string
  companyId: string
  /** CCD pays companies, PPD persons. */
  secCode: 'CCD' | 'PPD'
  entryDescription: string
  lineEnding: 'CRLF' | 'LF'
  /** Whether the file is filled up to a multiple of ten records with lines of nines. */
  fillsBlocks: boolean
}
