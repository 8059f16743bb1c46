import { Alert } from '@mui/material'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'

/** The deployment's notice above every page, the same as in the portal. */
export function SiteBanner() {
  const { banner } = useSettings()
  return banner ? (
    <Alert severity="warning" role="status" sx={{ marginBlock: 2 }}>
      {banner}
    </Alert>
  ) : null
}
