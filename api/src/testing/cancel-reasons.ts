import type { refundRules } from './refund-rules.ts'

interface ExpectedReason {
  name: string
  rule: keyof typeof refundRules
  /** Whether staff review each request automatically. */
  isReviewed?: true
  /** Whether the policyholder must upload a document. */
  needsUpload?: true
}

/**
 * The cancel reasons of the specification (CAN-1, TAX-3). All tests and the reference model use this table, so each
 * rule is changed in one place.
 */
export const expectedCancelReasons: Readonly<Record<string, ExpectedReason>> = {
  '01': { name: 'Building Sold', rule: 'proRata', needsUpload: true },
  '02': { name: 'Contents Sold', rule: 'proRata', needsUpload: true },
  '03': { name: 'Expiration With Other Coverages', rule: 'proRata' },
  '04': { name: 'Duplicate Policy', rule: 'flat' },
  '05': { name: 'Nonpayment', rule: 'paidToDate', isReviewed: true },
  '06': { name: 'Not Eligible For Coverage', rule: 'flat', isReviewed: true },
  '07': { name: 'Property Closing Did Not Occur', rule: 'flat' },
  '08': { name: 'No Longer in Flood Map', rule: 'proRata' },
  '09': { name: 'No Longer in SFHA', rule: 'proRata' },
  '10': { name: 'Condo or Association Converting to RCBAP', rule: 'proRata' },
  '12': { name: 'Mortgage Paid Off', rule: 'proRata', needsUpload: true },
  '13': { name: 'Cancel Prior to Effective Date', rule: 'flat', isReviewed: true },
  '15': { name: 'No Longer in FEMA SFHA Review', rule: 'proRata' },
  '19': { name: 'No Longer in SFHA by LOMA', rule: 'proRata' },
  '21': { name: 'Continuous Lake Flooding', rule: 'none', isReviewed: true },
  '22': { name: 'Misrating', rule: 'flatToNewPolicy' },
  '23': { name: 'Fraud or Material Misrepresentation', rule: 'none', isReviewed: true },
  '24': { name: 'Map Revision/LOMA/LODR', rule: 'proRata' },
  '30': { name: 'FHA/VA', rule: 'proRata' },
  '33': { name: 'Insured Request', rule: 'proRataOrMinimumEarned' },
  '34': { name: 'Insured Requested', rule: 'proRataOrMinimumEarned' },
  '40': { name: 'Open Claims', rule: 'none' },
  '41': { name: 'Manual NonRenewal', rule: 'none' },
  '99': { name: 'Non-Renewal', rule: 'none' },
}

/** Returns the codes of the expected cancel reasons that satisfy a condition, in order. */
export const listReasonCodes = (condition: (reason: ExpectedReason) => boolean | undefined): string[] =>
  Object.entries(expectedCancelReasons)
    .flatMap(([code, reason]) => (condition(reason) ? [code] : []))
    .toSorted()
