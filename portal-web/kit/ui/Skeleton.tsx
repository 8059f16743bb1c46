import './Skeleton.css'

/** A placeholder for content that is loading, announced to screen readers. */
export function Skeleton({
  lines = 3,
  height,
  label = 'Loading',
}: {
  lines?: number
  height?: number
  label?: string
}) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {height ? (
        <span className="skeleton-block" style={{ height }} />
      ) : (
        Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and their order never changes
          <span key={line} className="skeleton-line" style={{ width: `${92 - ((line * 17) % 40)}%` }} />
        ))
      )}
    </div>
  )
}
