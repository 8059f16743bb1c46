import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getLetterRecipients } from '../lifecycle/letters.ts'
import { type LetterJob, letterKindsByTemplate } from '../notifications/enqueue-letter.ts'
import { getPayPageUrl } from '../notifications/pay-link.ts'
import { buildActiveTemplate, findActiveEmailText } from '../notifications/templates/active-template.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { fillPlaceholders } from '../providers/mail/templates/fill-placeholders.ts'
import { readSettings } from '../settings/settings.ts'
import { getCheckAddressFact, paymentLetterKinds, queueLetters } from './postal-notices.ts'

/**
 * Adds a letter to the policyholder to the print queue, with the facts and the text of the email (DEL-29). Its links are
 * replaced by the payment step and the address for checks. A repeated job changes nothing.
 * @throws {ApiError} 404 if the policy does not exist
 */
export const queueLetter = (ctx: Ctx, { letterId, policyNo, template, values, obligationId }: LetterJob) =>
  runInTransaction(ctx, async (ctx) => {
    const policy = await requirePolicy(ctx, policyNo)
    const { brand, supportEmail, supportPhone } = await readSettings(ctx.db, ctx.now)
    const { blocks } = buildActiveTemplate(ctx, template, await findActiveEmailText(ctx.db, template))
    const fill = (text: string) => fillPlaceholders(text, { brand, supportEmail, ...values })
    const kind = letterKindsByTemplate[template]
    const asksForPayment = (paymentLetterKinds as readonly string[]).includes(kind)
    const facts = blocks
      .flatMap((block) => (block.kind === 'facts' ? block.rows : []))
      .map(([label, value]): [string, string] => [fill(label), fill(value)])
      // Each letter begins with the policy number and the property. Facts without a value are omitted, as in emails.
      .filter(([, value]) => value !== '' && value !== policy.policyNo && value !== policy.addressLine)
    const insured = (await getLetterRecipients(ctx, policy)).filter(({ recipient }) => recipient === 'insured')
    await queueLetters(ctx, policy, insured, {
      ...{ letterId, kind, obligationId },
      facts: [...facts, ...(asksForPayment ? await getCheckAddressFact(ctx, policy) : [])],
      paragraphs: [
        ...blocks.flatMap((block) => (block.kind === 'paragraph' ? [fill(block.text)] : [])),
        `Questions? Contact your agent or call ${supportPhone}.`,
      ],
      ...(asksForPayment && { payUrl: getPayPageUrl(ctx.config, policyNo) }),
    })
  })
