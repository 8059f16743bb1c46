import { EmptyState } from '../ui/EmptyState.tsx'

/** The state that replaces content while the browser is offline. Loading continues when the connection returns. */
export const OfflineState = ({ title }: { title: string }) => (
  <div role="status">
    <EmptyState title={title} text="You are offline. This will load when you are back online." />
  </div>
)
