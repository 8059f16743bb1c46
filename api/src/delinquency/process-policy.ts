import { sql } from 'kysely'
import type { Ctx, TransactionContext } from '../http/context.ts'
import type { Jobs } from '../outbox/enqueue-job.ts'
import { findAutoPayPolicies, isChargedByAutoPay } from '../payments/auto-pay/read-auto-pay.ts'
import { changePoliciesAsSystem, changePolicyAsSystem } from '../policy/change-policy.ts'
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
  getInvoicesForNewPayer,
  type NoticeDecision,
  type NoticePeriod,
} from './decide-steps.ts'
import { type EmailedStep, notifyAmountsDue, notifyLenderHasNotPaid } from './notify-step.ts'
import { queueLenderLetter, withdrawLenderLetters, withdrawPaidLetters } from './postal-notices.ts'
import {
  type PolicyDelinquency,
  type PolicyNotice,
  type PolicyObligation,
  readPolicyDelinquencies,
  readPolicyDelinquency,
} from './read-delinquency.ts'
import { type DelinquencyPlanVersion, findActivePlan, isPlanOfProduct, lockActivePlan } from './read-plan.ts'

/** The active plan, the notice days and the write-off limit (DEL-4). */
export interface ActivePlan {
  plan: DelinquencyPlanVersion
  periods: readonly NoticePeriod[]
  writeOffLimitCents: number
}

/**
 * Returns the change to make to an open notice now, if any. While the plan is paused, notices can only be rescinded or
 * closed (DEL-10).
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

const hasCancellationNotice = (steps: readonly Pick<DueStep, 'step'>[]) =>
  steps.some(({ step }) => step === 'cancellationNotice')

/**
 * Returns the number of notices that the steps require. A policy needs only one notice of cancellation, which states
 * all past-due amounts.
 */
const countNotices = (steps: readonly Pick<DueStep, 'step'>[]): number =>
  steps.filter(({ step }) => step === 'pastDueNotice').length + Number(hasCancellationNotice(steps))

/**
 * Returns the steps that are due today. A paused plan starts no steps. Notices above the daily cap are omitted
 * (DEL-10).
 */
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

/**
 * Returns the transaction that a policy requires: none, one for emails and letters about amounts due that many policies
 * can share, or its own one for a change of its notice of cancellation.
 */
export function getDelinquencyWork(
  delinquency: PolicyDelinquency,
  plan: DelinquencyPlanVersion,
  noticesLeft: number,
): 'none' | 'amountDue' | 'cancellationNotice' {
  if (decideNoticeChange(delinquency, plan.isPaused)) return 'cancellationNotice'
  const due = getDueSteps(delinquency, plan, noticesLeft)
  if (hasCancellationNotice(due)) return 'cancellationNotice'
  return due.length > 0 ? 'amountDue' : 'none'
}

async function changeNotice(
  ctx: TransactionContext,
  policy: Policy,
  { notice, decision }: { notice: PolicyNotice; decision: NoticeDecision },
  today: string,
): Promise<void> {
  switch (decision.outcome) {
    case 'rescind':
      return rescindNotice(ctx, policy, notice)
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

/** A step that is due today, with its locked policy. */
interface PolicyStep extends DueStep {
  policy: Policy
  today: string
}

/** A step before the notice of cancellation, which is sent by email or to the lender. */
type SentStep = PolicyStep & Pick<EmailedStep, 'step'>

const isSentStep = (due: PolicyStep): due is SentStep => due.step !== 'cancellationNotice'

const toEmailedStep = ({ policy, step, obligation }: SentStep): EmailedStep => ({
  ...{ policy, step, obligationId: obligation.obligationId, amountCents: obligation.openCents },
  dueDate: obligation.dueDate,
})

/** If the lender pays, it gets a letter at each step. The policyholder is emailed only if the lender has not paid (DEL-15). */
async function sendToLender(ctx: TransactionContext, due: SentStep): Promise<void> {
  const emailed = toEmailedStep(due)
  await queueLenderLetter(ctx, due.policy, due.step, emailed)
  if (due.step === 'reminder') await notifyLenderHasNotPaid(ctx, emailed)
}

/** Returns the steps of obligations that auto-pay will charge, so that the payer gets no invoice or reminder (AUT-10). */
async function findChargedSteps(ctx: TransactionContext, steps: readonly SentStep[]): Promise<Set<PolicyStep>> {
  const early = steps.filter(({ step }) => step !== 'pastDueNotice')
  const withAutoPay = await findAutoPayPolicies(
    ctx.db,
    early.map(({ policy }) => policy.policyId),
  )
  const charged = new Set<PolicyStep>()
  for (const due of early)
    if (
      withAutoPay.has(due.policy.policyId) &&
      (await isChargedByAutoPay(ctx, due.policy.policyId, due.obligation.obligationNo))
    )
      charged.add(due)
  return charged
}

/** Sends and records the steps of locked policies, with one statement for each table. */
async function takeSteps(
  ctx: TransactionContext,
  steps: readonly PolicyStep[],
  plan: DelinquencyPlanVersion,
): Promise<void> {
  if (steps.length === 0) return
  const sent = steps.filter(isSentStep)
  const toLender = sent.filter(({ obligation }) => obligation.payer === 'lienholder')
  const toPolicyholder = sent.filter(({ obligation }) => obligation.payer !== 'lienholder')
  const charged = await findChargedSteps(ctx, toPolicyholder)
  for (const due of toLender) await sendToLender(ctx, due)
  const emailed = [
    ...toPolicyholder.filter((due) => !charged.has(due)),
    ...toLender.filter(({ step }) => step === 'pastDueNotice'),
  ]
  await notifyAmountsDue(ctx, emailed.map(toEmailedStep), plan)
  await ctx.db
    .insertInto('delinquency_steps')
    .values(
      steps.map((due) => {
        const { step, obligation, today } = due
        const reason = charged.has(due) ? 'autoPay' : null
        return {
          ...{ obligation_id: obligation.obligationId, step, due_date: obligation.dueDate },
          ...{ outcome: reason ? 'skipped' : 'done', reason, taken_on: today, created_at: ctx.now },
        }
      }),
    )
    .execute()
}

/**
 * Changes open notices and carries out the steps that are due today, in one transaction with the policies
 * and the version of the plan locked. Decides again under the lock, so a repeated run changes nothing. Changes nothing
 * if the version was replaced, and cancels nothing if it was paused during the run (DEL-10): the next run continues.
 * @returns the number of notices that were sent, for the daily cap
 */
export const processDelinquency = (
  ctx: Ctx,
  policyIds: readonly string[],
  active: ActivePlan,
  noticesLeft: number,
): Promise<number> =>
  changePoliciesAsSystem(ctx, policyIds, async (ctx, policies) => {
    const { writeOffLimitCents } = active
    const plan = await lockActivePlan(ctx.db, active.plan.version)
    if (!plan) return 0
    const current = await readPolicyDelinquencies({ ...ctx, writeOffLimitCents }, plan, policyIds)
    const steps: PolicyStep[] = []
    let sentCount = 0
    for (const policy of policies) {
      const delinquency = current.get(policy.policyId)
      if (!delinquency || !isPlanOfProduct(plan, delinquency.productId)) continue
      const { today } = delinquency
      const due = getDueSteps(delinquency, plan, noticesLeft - sentCount)
      const change = decideNoticeChange(delinquency, plan.isPaused)
      if (change) await changeNotice(ctx, policy, change, today)
      if (change?.decision.outcome === 'cancel') continue
      if (hasCancellationNotice(due)) await createCancellationNotice(ctx, policy, delinquency, { ...active, plan })
      steps.push(...due.map((one) => ({ ...one, policy, today })))
      sentCount += countNotices(due)
    }
    await takeSteps(ctx, steps, plan)
    return sentCount
  })

/**
 * Rescinds a policy's open notice if its amounts are paid, and withdraws letters about paid amounts. Runs when a payment
 * settles (DEL-9, DEL-31).
 */
export const rescindNoticeAfterPayment = (ctx: Ctx, policyNo: string): Promise<void> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    await withdrawPaidLetters(ctx, policy.policyId)
    const reader = { ...ctx, writeOffLimitCents: await readWriteOffLimitCents(ctx.db, ctx.now) }
    await rescindSettledNotice(ctx, policy, await readPolicyDelinquency(reader, { resumedAt: null }, policy.policyId))
  })

/** Rescinds a policy's open notice if none of its amounts is past due any more. */
async function rescindSettledNotice(
  ctx: TransactionContext,
  policy: Policy,
  { notice, facts, today }: PolicyDelinquency,
): Promise<void> {
  if (notice && decideNoticeOutcome(notice, facts, today).outcome === 'rescind')
    await rescindNotice(ctx, policy, notice)
}

/**
 * Starts the steps of the open amounts again after the payer of a policy changed (BIL-19): withdraws unmailed letters to
 * the previous payer, rescinds a notice of cancellation for these amounts, and sends the invoice for those that are due
 * soon. The other ones follow the plan. A repeated job changes nothing.
 */
export const billNewPayer = (
  ctx: Ctx,
  { policyNo, earliestDueDate, changedAt }: Jobs['bill-new-payer'],
): Promise<void> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const { policyId } = policy
    await withdrawLenderLetters(ctx, policyId, new Date(changedAt))
    await restartSteps(ctx, policyId, new Date(changedAt))
    const reader = { ...ctx, writeOffLimitCents: await readWriteOffLimitCents(ctx.db, ctx.now) }
    const plan = await findActivePlan(ctx.db, policy.productId)
    const delinquency = await readPolicyDelinquency(reader, plan ?? { resumedAt: null }, policyId)
    await rescindSettledNotice(ctx, policy, delinquency)
    if (!plan || plan.isPaused) return
    const { obligations, facts, today } = delinquency
    const invoiced = getInvoicesForNewPayer(obligations, facts, earliestDueDate)
    await takeSteps(
      ctx,
      invoiced.map((obligation) => ({ ...{ obligation, policy, today }, step: 'invoice' as const })),
      plan,
    )
  })

/** Deletes the steps that were taken before a time for the current due dates of a policy's open amounts. */
async function restartSteps({ db }: TransactionContext, policyId: string, before: Date): Promise<void> {
  await sql`delete from delinquency_steps s using obligations o
    where o.obligation_id = s.obligation_id and o.policy_id = ${policyId} and o.open_cents > 0
      and s.due_date = o.due_date and s.created_at < ${before}`.execute(db)
}
