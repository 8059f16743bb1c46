import './Skeleton.css'

/**
 * A placeholder for content that is loading, announced to screen readers. With a height in pixels, it is a block. `page` is
 * as high as a page of a document and at least as the window, so that nothing visible moves when the document appears
 * (UI-38).
 */
export function Skeleton({
  lines = 3,
  height,
  label = 'Loading',
}: {
  lines?: number
  height?: number | 'page'
  label?: string
}) {
  const isPage = height === 'page'
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {height ? (
        <span
          className={isPage ? 'skeleton-block skeleton-page' : 'skeleton-block'}
          style={isPage ? undefined : { height }}
        />
      ) : (
        Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and their order never changes
          <span key={line} className="skeleton-line" style={{ width: `${92 - ((line * 17) % 40)}%` }} />
        ))
      )}
    </div>
  )
}
