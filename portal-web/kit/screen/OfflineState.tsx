import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown in place of content while the browser is offline. Loading continues automatically. */
export const OfflineState = ({ title }: { title: string }) => (
  <div role="status">
    <EmptyState title={title} text="You are offline. This will load when you are back online." />
  </div>
)
