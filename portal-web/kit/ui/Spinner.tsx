import './Spinner.css'

/** A loading spinner. Screen readers announce it only if it has a label. */
export function Spinner({ label, size = 'large' }: { label?: string; size?: 'small' | 'large' }) {
  if (!label) return <span className={`spinner spinner-${size}`} aria-hidden="true" />
  return (
    <span className="spinner-with-label" role="status">
      <span className={`spinner spinner-${size}`} aria-hidden="true" />
      {label}
    </span>
  )
}
