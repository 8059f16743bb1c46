import { NumberInput, required } from 'react-admin'

const asPercent = (rate: number | null | undefined) =>
  rate === null || rate === undefined ? '' : Math.round(rate * 10_000) / 100
const asRate = (text: string) => (text === '' ? null : Math.round(Number(text) * 100) / 10_000)

/** An input for a rate in percent with two decimals. Its value is a fraction. */
export const RateInput = ({ source, label }: { source: string; label: string }) => (
  <NumberInput
    source={source}
    label={label}
    min={0}
    max={100}
    step={0.01}
    format={asPercent}
    parse={asRate}
    validate={required()}
  />
)
