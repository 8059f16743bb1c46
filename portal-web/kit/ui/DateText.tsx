import { formatDate } from '../formats/format.ts'

export function DateText({ value }: { value: string | null | undefined }) {
  return value ? <time dateTime={value}>{formatDate(value)}</time> : <span>–</span>
}
