import { declarationsPage, notice, policyAgreement, policyApplication } from './policy-documents.ts'
import { receipt } from './receipt.ts'
import { createStampingPool } from './stamping-pool.ts'

/** Creates the PDF provider, which renders and signs documents. */
export function createPdf() {
  const pool = createStampingPool()
  return { policyApplication, policyAgreement, declarationsPage, notice, receipt, ...pool }
}

export type Pdf = ReturnType<typeof createPdf>
