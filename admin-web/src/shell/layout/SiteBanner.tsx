import { Alert } from '@mui/material'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'

/** The notice that the deployment shows above every page, also in the portal. */
export function SiteBanner() {
  const { banner } = useSettings()
  return banner ? (
    <Alert severity="warning" role="status" sx={{ marginBlock: 2 }}>
      {banner}
    </Alert>
  ) : null
}
