import './Spinner.css'

/** A loading spinner. It is announced if it has a label, otherwise decorative. */
export function Spinner({ label, size = 'large' }: { label?: string; size?: 'small' | 'large' }) {
  if (!label) return <span className={`spinner spinner-${size}`} aria-hidden="true" />
  return (
    <span className="spinner-with-label" role="status">
      <span className={`spinner spinner-${size}`} aria-hidden="true" />
      {label}
    </span>
  )
}
