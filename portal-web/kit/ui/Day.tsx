import { day } from '../formats/format.ts'

export function Day({ value }: { value: string | null | undefined }) {
  return value ? <time dateTime={value}>{day(value)}</time> : <span>–</span>
}
