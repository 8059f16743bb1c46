import { useSettings } from '../settings/useSettings.ts'
import { ErrorState, type ErrorStateProps } from '../ui/ErrorState.tsx'

/** The error state for a screen or section, with the deployment's support email address. */
export function QueryErrorState(props: Omit<ErrorStateProps, 'supportEmail'>) {
  const { supportEmail } = useSettings()
  return <ErrorState {...props} supportEmail={supportEmail} />
}
