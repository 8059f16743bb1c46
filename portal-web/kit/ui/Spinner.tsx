import './Spinner.css'

/** A turning ring; with a label it is announced, without one it is decoration beside a text. */
export function Spinner({ label, size = 'large' }: { label?: string; size?: 'small' | 'large' }) {
  if (!label) return <span className={`spinner spinner-${size}`} aria-hidden="true" />
  return (
    <span className="spinner-with-label" role="status">
      <span className={`spinner spinner-${size}`} aria-hidden="true" />
      {label}
    </span>
  )
}
