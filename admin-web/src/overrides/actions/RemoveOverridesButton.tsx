import type { AdminCommissionOverride } from '@tideline/sdk'
import { deleteAdminCommissionOverride } from '@tideline/sdk/operations'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { productNames } from '../../kit/products.ts'
import { BulkActionButton } from '../../kit/tables/BulkActionButton.tsx'

/** A button that removes the selected overrides. */
export const RemoveOverridesButton = () => (
  <BulkActionButton<AdminCommissionOverride>
    label="Remove"
    title={(rows) => (rows.length === 1 ? 'Remove this override?' : `Remove ${rows.length} overrides?`)}
    description="Starting with the next run, open months are calculated at the previous rates. Closed months do not change."
    submitLabel="Remove"
    danger
    nameOf={({ agencyNo, productId, effectiveDate }) =>
      `${agencyNo}, ${productNames[productId]}, ${formatDate(effectiveDate)}`
    }
    done="removed"
    act={({ id }) => api.call(deleteAdminCommissionOverride, { path: { id } })}
  />
)
