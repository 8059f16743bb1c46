import type { Ctx, TransactionContext } from '../http/context.ts'
import { isChargedByAutoPay } from '../payments/auto-pay/read-auto-pay.ts'
import { changePolicyAsSystem } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'
import { cancelForNonpayment } from './cancel-for-nonpayment.ts'
import {
  closeObsoleteNotice,
  completeNotice,
  createCancellationNotice,
  rescindNotice,
  updateHold,
} from './cancellation-notice.ts'
import {
  type DelinquencyStep,
  decideNoticeOutcome,
  decideSteps,
  type NoticeDecision,
  type NoticePeriod,
} from './decide-steps.ts'
import { notifyAmountDue, notifyLenderHasNotPaid } from './notify-step.ts'
import { queueLenderLetter } from './postal-notices.ts'
import {
  type PolicyDelinquency,
  type PolicyNotice,
  type PolicyObligation,
  readPolicyDelinquency,
} from './read-delinquency.ts'
import type { DelinquencyPlanVersion } from './read-plan.ts'

/** The active plan, the notice days and the write-off limit (DEL-4). */
export interface ActivePlan {
  plan: DelinquencyPlanVersion
  periods: readonly NoticePeriod[]
  writeOffLimitCents: number
}

/**
 * Returns the change to make to an open notice now, if any. A paused plan only rescinds and closes notices (DEL-10).
 */
function decideNoticeChange(
  { notice, facts, today }: PolicyDelinquency,
  isPaused: boolean,
): { notice: PolicyNotice; decision: NoticeDecision } | undefined {
  if (!notice) return undefined
  const decision = decideNoticeOutcome(notice, facts, today)
  switch (decision.outcome) {
    case 'rescind':
    case 'close':
      return { notice, decision }
    case 'hold': {
      const isRecorded = notice.holdReason === decision.reason && notice.lastHeldOn === today
      return isPaused || isRecorded ? undefined : { notice, decision }
    }
    case 'cancel':
      return isPaused ? undefined : { notice, decision }
    case 'wait':
    case 'awaitMailing':
      return notice.holdReason === null ? undefined : { notice, decision }
  }
}

interface DueStep {
  obligation: PolicyObligation
  step: DelinquencyStep
}

/**
 * Returns the number of notices that the steps send. One notice of cancellation states all past-due amounts of a
 * policy.
 */
const countNotices = (steps: readonly Pick<DueStep, 'step'>[]): number =>
  steps.filter(({ step }) => step === 'pastDueNotice').length +
  (steps.some(({ step }) => step === 'cancellationNotice') ? 1 : 0)

/** Returns the steps that are due today. A paused plan starts no step. Notices above the cap are omitted (DEL-10). */
function getDueSteps(
  { obligations, facts, today }: PolicyDelinquency,
  plan: DelinquencyPlanVersion,
  noticesLeft: number,
): DueStep[] {
  if (plan.isPaused) return []
  const due: DueStep[] = []
  for (const { outcome, obligationNo, step } of decideSteps(obligations, facts, plan, today)) {
    const obligation = obligations.find((one) => one.obligationNo === obligationNo)
    if (outcome === 'hold' || !obligation) continue
    const next = { obligation, step }
    const isNotice = step === 'pastDueNotice' || step === 'cancellationNotice'
    if (!isNotice || countNotices([...due, next]) <= noticesLeft) due.push(next)
  }
  return due
}

/** Returns whether a step is due for a policy or its notice must be changed. Only these policies are locked. */
export const needsDelinquencyRun = (
  delinquency: PolicyDelinquency,
  plan: DelinquencyPlanVersion,
  noticesLeft: number,
): boolean =>
  decideNoticeChange(delinquency, plan.isPaused) !== undefined || getDueSteps(delinquency, plan, noticesLeft).length > 0

async function changeNotice(
  ctx: TransactionContext,
  policy: Policy,
  { notice, decision }: { notice: PolicyNotice; decision: NoticeDecision },
  today: string,
): Promise<void> {
  switch (decision.outcome) {
    case 'rescind':
      return rescindNotice(ctx, policy, notice.noticeId)
    case 'close':
      return closeObsoleteNotice(ctx, notice.noticeId)
    case 'hold':
      return updateHold(ctx, notice, { reason: decision.reason, today })
    case 'cancel': {
      await completeNotice(ctx, notice.noticeId)
      return cancelForNonpayment(ctx, policy, { effectiveDate: decision.effectiveDate, isFlat: notice.isFlat })
    }
    case 'wait':
    case 'awaitMailing':
      return updateHold(ctx, notice, undefined)
  }
}

/**
 * Sends the email or letter of a step before the notice of cancellation. If the lender pays, it gets a letter at each
 * step, and the policyholder is emailed only if the lender has not paid the invoice (DEL-15).
 * @returns the reason if the step is skipped
 */
async function sendStep(
  ctx: TransactionContext,
  policy: Policy,
  step: Exclude<DelinquencyStep, 'cancellationNotice'>,
  { obligationNo, payer, openCents: amountCents, dueDate }: PolicyObligation,
): Promise<'noEmail' | 'autoPay' | undefined> {
  const due = { amountCents, dueDate }
  if (payer !== 'lienholder') {
    if (step !== 'pastDueNotice' && (await isChargedByAutoPay(ctx, policy.policyId, obligationNo))) return 'autoPay'
    return (await notifyAmountDue(ctx, policy, step, due)) ? undefined : 'noEmail'
  }
  await queueLenderLetter(ctx, policy, step, due)
  if (step === 'reminder') await notifyLenderHasNotPaid(ctx, policy, due)
  if (step === 'pastDueNotice') await notifyAmountDue(ctx, policy, step, due)
  return undefined
}

async function takeSteps(
  ctx: TransactionContext,
  policy: Policy,
  delinquency: PolicyDelinquency,
  due: readonly DueStep[],
  active: ActivePlan,
): Promise<void> {
  if (due.some(({ step }) => step === 'cancellationNotice'))
    await createCancellationNotice(ctx, policy, delinquency, active)
  for (const { step, obligation } of due) {
    const reason = step === 'cancellationNotice' ? undefined : await sendStep(ctx, policy, step, obligation)
    await ctx.db
      .insertInto('delinquency_steps')
      .values({
        ...{ obligation_id: obligation.obligationId, step, due_date: obligation.dueDate },
        ...{ outcome: reason ? 'skipped' : 'done', reason: reason ?? null },
        ...{ taken_on: delinquency.today, created_at: ctx.now },
      })
      .execute()
  }
}

/**
 * Changes the open notice of a policy and carries out the steps that are due today, in one transaction with the policy
 * locked. Decides again under the lock, so a repeated run changes nothing.
 * @returns the number of notices that were sent, for the daily cap
 */
export const processDelinquency = (
  ctx: Ctx,
  policyNo: string,
  active: ActivePlan,
  noticesLeft: number,
): Promise<number> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const { plan, writeOffLimitCents } = active
    const delinquency = await readPolicyDelinquency({ ...ctx, writeOffLimitCents }, plan, policy.policyId)
    const due = getDueSteps(delinquency, plan, noticesLeft)
    const change = decideNoticeChange(delinquency, plan.isPaused)
    if (change) await changeNotice(ctx, policy, change, delinquency.today)
    if (change?.decision.outcome === 'cancel') return 0
    await takeSteps(ctx, policy, delinquency, due, active)
    return countNotices(due)
  })

/** Rescinds the open notice of a policy if its amounts are paid. Runs when a payment settles (DEL-9). */
export const rescindNoticeAfterPayment = (ctx: Ctx, policyNo: string): Promise<void> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const reader = { ...ctx, writeOffLimitCents: await readWriteOffLimitCents(ctx.db, ctx.now) }
    const { notice, facts, today } = await readPolicyDelinquency(reader, { resumedAt: null }, policy.policyId)
    if (notice && decideNoticeOutcome(notice, facts, today).outcome === 'rescind')
      await rescindNotice(ctx, policy, notice.noticeId)
  })
