import type { CancellationStatus } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'

/** What goes back, and to whom; a part that staff have still to decide about has nobody's name yet. */
export function refundWords({ refundAmount, refundTo }: Pick<CancellationStatus, 'refundAmount' | 'refundTo'>): string {
  if (!refundAmount) return 'No refund'
  const sent = refundTo.reduce((sum, { amount }) => sum + amount, 0)
  const [only] = refundTo
  const whole = `Refund ${money(refundAmount)}`
  if (!only) return whole
  if (refundTo.length === 1 && sent === refundAmount) return `${whole} to ${only.name}`
  return `${whole}: ${refundTo.map(({ name, amount }) => `${money(amount)} to ${name}`).join(', ')}`
}
