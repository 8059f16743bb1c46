import {
  renderDeclarationsPage,
  renderNotice,
  renderPolicyAgreement,
  renderPolicyApplication,
} from './policy-documents.ts'
import { renderReceipt } from './receipt.ts'
import { createStampingPool } from './stamping-pool.ts'

/** Creates the PDF provider, which renders and signs documents. */
export function createPdfProvider() {
  const pool = createStampingPool()
  return {
    policyApplication: renderPolicyApplication,
    policyAgreement: renderPolicyAgreement,
    declarationsPage: renderDeclarationsPage,
    notice: renderNotice,
    receipt: renderReceipt,
    ...pool,
  }
}

export type PdfProvider = ReturnType<typeof createPdfProvider>
