import { useSettings } from '../settings/useSettings.ts'
import { ErrorState, type ErrorStateProps } from '../ui/ErrorState.tsx'

/** The error face of a screen or a section, with the support of this deployment. */
export function QueryErrorState(props: Omit<ErrorStateProps, 'supportEmail'>) {
  const { supportEmail } = useSettings()
  return <ErrorState {...props} supportEmail={supportEmail} />
}
