import { EmptyState } from '../ui/EmptyState.tsx'

/** Stands in for what waits for a connection; it goes on by itself. */
export const OfflineState = ({ title }: { title: string }) => (
  <div role="status">
    <EmptyState title={title} text="You are offline. This will load when you are back online." />
  </div>
)
