import './Logo.css'

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M5 14q3.7-4 7.3 0t7.4 0 7.3 0M5 21q3.7-4 7.3 0t7.4 0 7.3 0"
        fill="none"
        stroke="var(--accent-ink)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
