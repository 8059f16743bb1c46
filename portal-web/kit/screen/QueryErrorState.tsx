import { useSettings } from '../settings/useSettings.ts'
import { ErrorState, type ErrorStateProps } from '../ui/ErrorState.tsx'

/** The error state of a screen or section, with the support email of this deployment. */
export function QueryErrorState(props: Omit<ErrorStateProps, 'supportEmail'>) {
  const { supportEmail } = useSettings()
  return <ErrorState {...props} supportEmail={supportEmail} />
}
