import { agencyDocumentTypes, agencyLicenseTypes, agencyStatuses, agencyTypes } from '@tideline/sdk/words'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'

/** Returns the options of the agency form by type, as the contract defines them (ADR 14). */
export const getAgencyLookupTypes: Handler<'getAgencyLookupTypes'> = () =>
  ok({
    agencyTypes: [...agencyTypes],
    agencyStatuses: [...agencyStatuses],
    licenseTypes: [...agencyLicenseTypes],
    documentTypes: agencyDocumentTypes.map(({ id, name }) => ({ id: String(id), name })),
  })
