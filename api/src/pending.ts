import type { OperationId } from './http/operation.ts'

/**
 * Operations of the contract that are not built yet; they answer 501 with the standard error. Empty when the work is
 * complete. An operation that gets its handler leaves this list, or the types do not fit.
 */
export const pending = {
  // agencies
  getAgencyRegistration: 'pending',
  signAgencyRegistration: 'pending',
  // imports
  bulkUpload: 'pending',
  getImportTemplate: 'pending',
  listImportJobs: 'pending',
  getImportJob: 'pending',
  listImportJobItems: 'pending',
  // admin
  listAdminAudit: 'pending',
  getAdminAuditEntry: 'pending',
  listAdminImportJobs: 'pending',
  getAdminImportJob: 'pending',
  listAdminImportJobItems: 'pending',
  listAdminCardFees: 'pending',
  createAdminCardFee: 'pending',
  getAdminCardFee: 'pending',
  updateAdminCardFee: 'pending',
  deleteAdminCardFee: 'pending',
} as const satisfies Partial<Record<OperationId, 'pending'>>

export type Pending = keyof typeof pending
