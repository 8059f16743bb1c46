import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '../../kit/Alert.tsx'

/** The deployment's notice, shown above every page of the back office and the portal. */
export function SiteBanner() {
  const { banner } = useSettings()
  return banner ? (
    <Alert severity="warning" role="status" sx={{ marginBlock: 2 }}>
      {banner}
    </Alert>
  ) : null
}
