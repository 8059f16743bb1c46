const marks: Record<string, { name: string; text: string; color: string }> = {
  visa: { name: 'Visa', text: 'VISA', color: '#1434cb' },
  mastercard: { name: 'Mastercard', text: 'MC', color: '#b3261e' },
  jcb: { name: 'JCB', text: 'JCB', color: '#186a3b' },
  discover: { name: 'Discover', text: 'DISC', color: '#8a4b00' },
  amex: { name: 'American Express', text: 'AMEX', color: '#0b5c8a' },
  diners: { name: 'Diners Club', text: 'DC', color: '#34495e' },
  bank: { name: 'Bank', text: 'BANK', color: '#14212e' },
}

/** A brand as people write it: "Visa", not "visa". */
export const brandName = (brand: string) => marks[brand.toLowerCase()]?.name ?? 'Card'

/** A brand at a glance; any other brand gets a plain card (spec 1 §9). Decoration: the brand stands beside it in words. */
export function CardIcon({ brand }: { brand: string }) {
  const { text, color } = marks[brand.toLowerCase()] ?? { text: 'CARD', color: '#51606f' }
  return (
    <svg width="44" height="28" viewBox="0 0 44 28" aria-hidden="true" data-brand={brand}>
      <rect x="0.5" y="0.5" width="43" height="27" rx="4" fill="#ffffff" stroke="#76838f" />
      <text x="22" y="18" textAnchor="middle" fontSize="11" fontWeight="700" fontFamily="sans-serif" fill={color}>
        {text}
      </text>
    </svg>
  )
}
