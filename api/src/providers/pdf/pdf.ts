import type { NoticeData, PolicyDocumentData } from './policy-documents.ts'
import type { ReceiptData } from './receipt.ts'
import type { Signer } from './sheet.ts'
import { createStampingPool } from './stamping-pool.ts'

// The libraries that render PDF documents take a quarter of the start and of the memory of a process. They are loaded on
// first use.
const importDocuments = () => import('./policy-documents.ts')

/** Creates the PDF provider, which renders and signs documents. */
export function createPdfProvider() {
  const pool = createStampingPool()
  return {
    policyApplication: async (facts: PolicyDocumentData, signers: Signer[]) =>
      (await importDocuments()).renderPolicyApplication(facts, signers),
    policyAgreement: async (facts: PolicyDocumentData, signers: Signer[]) =>
      (await importDocuments()).renderPolicyAgreement(facts, signers),
    declarationsPage: async (facts: PolicyDocumentData) => (await importDocuments()).renderDeclarationsPage(facts),
    notice: async (notice: NoticeData) => (await importDocuments()).renderNotice(notice),
    receipt: async (receipt: ReceiptData) => (await import('./receipt.ts')).renderReceipt(receipt),
    ...pool,
  }
}

export type PdfProvider = ReturnType<typeof createPdfProvider>
