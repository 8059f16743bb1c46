import { getCardMark } from './card-marks.ts'

/** Logo of a card brand. It is decorative, because the brand name appears beside it. */
export function CardIcon({ brand }: { brand: string }) {
  const { text, color } = getCardMark(brand)
  return (
    <svg width="44" height="28" viewBox="0 0 44 28" aria-hidden="true" data-brand={brand}>
      <rect x="0.5" y="0.5" width="43" height="27" rx="4" fill="#ffffff" stroke="#76838f" />
      <text x="22" y="18" textAnchor="middle" fontSize="11" fontWeight="700" fontFamily="sans-serif" fill={color}>
        {text}
      </text>
    </svg>
  )
}
